/// Door to libcrypto.
#include <openssl/crypto.h>
#include <openssl/sha.h>
