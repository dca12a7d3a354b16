#include "CJavaScriptCore.h"

#include <dlfcn.h>

// Its version of the interface is part of the name: Debian's libjavascriptcoregtk-4.1-0.
static const char library[] = "libjavascriptcoregtk-4.1.so.0";

const char *cjavascriptcore_load(CJavaScriptCore *functions) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return library;
#define LOAD(RESULT, NAME, PARAMETERS) \
  *(void **)&functions->NAME = dlsym(handle, #NAME); \
  if (functions->NAME == NULL) return #NAME;
  CJAVASCRIPTCORE_FUNCTIONS(LOAD)
#undef LOAD
  // Scripts look whether they are to stop, rather than being stopped by a signal: promises would run on for seconds.
  functions->jsc_options_set_boolean("usePollingTraps", true);
  return NULL;
}
