/// Door to libcrypto.
#include <openssl/sha.h>
