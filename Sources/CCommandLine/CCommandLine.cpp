#include "CCommandLine.h"
