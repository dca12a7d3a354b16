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
  // Not of the C API, but exported for WebKit itself. A JSContextGroupRef is a JSC::VM *; a JSC::JSLockHolder and a
  // JSC::VM::DrainMicrotaskDelayScope are pointers to one.
  *(void **)&functions->lock = dlsym(handle, "_ZN3JSC12JSLockHolderC1ERNS_2VME");
  *(void **)&functions->unlock = dlsym(handle, "_ZN3JSC12JSLockHolderD1Ev");
  *(void **)&functions->drainMicrotasks = dlsym(handle, "_ZN3JSC2VM15drainMicrotasksEv");
  *(void **)&functions->holdMicrotasks = dlsym(handle, "_ZN3JSC2VM24DrainMicrotaskDelayScope9incrementEv");
  // Scripts look whether they are to stop, rather than being stopped by a signal: promises would run on for seconds.
  functions->jsc_options_set_boolean("usePollingTraps", true);
  // Buffers count when garbage is collected, which much memory puts off, and scripts run on beside a collector: a limit
  // of 1 GiB was passed by 2 to 3 times.
  functions->jsc_options_set_size("forceRAMSize", (size_t)1 << 30);
  functions->jsc_options_set_boolean("useConcurrentGC", false);
  return NULL;
}

void cjavascriptcore_run_promises(const CJavaScriptCore *functions, JSContextGroupRef machine) {
  if (functions->lock == NULL || functions->unlock == NULL || functions->drainMicrotasks == NULL) return;
  // A function that scripts call runs without the lock.
  JSContextGroupRef holder[2];
  functions->lock(holder, machine);
  functions->drainMicrotasks(machine);
  functions->unlock(holder);
}

void cjavascriptcore_hold_promises(const CJavaScriptCore *functions, JSContextGroupRef machine) {
  if (functions->holdMicrotasks != NULL) functions->holdMicrotasks(&machine);
}
