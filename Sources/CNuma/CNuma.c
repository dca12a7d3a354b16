#include "CNuma.h"
