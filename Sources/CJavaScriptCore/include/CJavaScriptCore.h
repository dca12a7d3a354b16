/// Door to JavaScriptCore's C API, which is loaded when it is first asked for: nothing is linked, so that a program
/// that plays no player's own code needs no library. Types and functions are those of JavaScriptCore/JavaScript.h.
#ifndef CJAVASCRIPTCORE_H
#define CJAVASCRIPTCORE_H

#include <stdbool.h>
#include <stddef.h>

typedef const struct OpaqueJSContextGroup *JSContextGroupRef;
typedef struct OpaqueJSContext *JSGlobalContextRef;
typedef const struct OpaqueJSContext *JSContextRef;
typedef struct OpaqueJSString *JSStringRef;
typedef struct OpaqueJSClass *JSClassRef;
typedef struct OpaqueJSValue *JSObjectRef;
typedef const struct OpaqueJSValue *JSValueRef;

typedef void (*CJSFinalize)(JSObjectRef object);
typedef JSValueRef (*CJSCall)(
    JSContextRef context, JSObjectRef function, JSObjectRef receiver, size_t count, const JSValueRef arguments[],
    JSValueRef *exception);
typedef void (*CJSFreeBytes)(void *bytes, void *context);
typedef bool (*CJSShouldTerminate)(JSContextRef context, void *argument);

/// JSClassDefinition.
typedef struct {
  int version;
  unsigned attributes;
  const char *className;
  JSClassRef parentClass;
  const void *staticValues;
  const void *staticFunctions;
  void *initialize;
  CJSFinalize finalize;
  void *hasProperty;
  void *getProperty;
  void *setProperty;
  void *deleteProperty;
  void *getPropertyNames;
  CJSCall callAsFunction;
  void *callAsConstructor;
  void *hasInstance;
  void *convertToType;
} CJSClassDefinition;

/// Every function that is used: result, name, parameters.
#define CJAVASCRIPTCORE_FUNCTIONS(F) \
  F(int, jsc_options_set_boolean, (const char *option, int value)) \
  F(int, jsc_options_set_size, (const char *option, size_t value)) \
  F(JSContextGroupRef, JSContextGroupCreate, (void)) \
  F(void, JSContextGroupRelease, (JSContextGroupRef group)) \
  F(void, JSContextGroupSetExecutionTimeLimit, \
    (JSContextGroupRef group, double seconds, CJSShouldTerminate shouldTerminate, void *argument)) \
  F(JSObjectRef, JSGetMemoryUsageStatistics, (JSContextRef context)) \
  F(JSGlobalContextRef, JSGlobalContextCreateInGroup, (JSContextGroupRef group, JSClassRef globalClass)) \
  F(void, JSGlobalContextRelease, (JSGlobalContextRef context)) \
  F(void, JSGlobalContextSetUnhandledRejectionCallback, \
    (JSGlobalContextRef context, JSObjectRef function, JSValueRef *exception)) \
  F(JSValueRef, JSEvaluateScript, \
    (JSContextRef context, JSStringRef script, JSObjectRef receiver, JSStringRef name, int firstLine, \
     JSValueRef *exception)) \
  F(JSClassRef, JSClassCreate, (const CJSClassDefinition *definition)) \
  F(void, JSClassRelease, (JSClassRef class)) \
  F(JSObjectRef, JSObjectMake, (JSContextRef context, JSClassRef class, void *argument)) \
  F(void *, JSObjectGetPrivate, (JSObjectRef object)) \
  F(JSValueRef, JSObjectCallAsFunction, \
    (JSContextRef context, JSObjectRef function, JSObjectRef receiver, size_t count, const JSValueRef arguments[], \
     JSValueRef *exception)) \
  F(JSValueRef, JSObjectGetProperty, \
    (JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef *exception)) \
  F(void, JSObjectSetProperty, \
    (JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef value, unsigned attributes, \
     JSValueRef *exception)) \
  F(JSObjectRef, JSObjectMakeArrayBufferWithBytesNoCopy, \
    (JSContextRef context, void *bytes, size_t count, CJSFreeBytes freeBytes, void *argument, JSValueRef *exception)) \
  F(JSValueRef, JSValueMakeUndefined, (JSContextRef context)) \
  F(JSValueRef, JSValueMakeNumber, (JSContextRef context, double value)) \
  F(JSValueRef, JSValueMakeString, (JSContextRef context, JSStringRef value)) \
  F(bool, JSValueIsObject, (JSContextRef context, JSValueRef value)) \
  F(bool, JSValueIsUndefined, (JSContextRef context, JSValueRef value)) \
  F(bool, JSValueToBoolean, (JSContextRef context, JSValueRef value)) \
  F(double, JSValueToNumber, (JSContextRef context, JSValueRef value, JSValueRef *exception)) \
  F(JSStringRef, JSValueToStringCopy, (JSContextRef context, JSValueRef value, JSValueRef *exception)) \
  F(void, JSValueProtect, (JSContextRef context, JSValueRef value)) \
  F(void, JSValueUnprotect, (JSContextRef context, JSValueRef value)) \
  F(JSStringRef, JSStringCreateWithUTF8CString, (const char *text)) \
  F(size_t, JSStringGetMaximumUTF8CStringSize, (JSStringRef text)) \
  F(size_t, JSStringGetUTF8CString, (JSStringRef text, char *bytes, size_t capacity)) \
  F(void, JSStringRelease, (JSStringRef text))

#define CJAVASCRIPTCORE_MEMBER(RESULT, NAME, PARAMETERS) RESULT (*NAME) PARAMETERS;
/// The functions of the library.
typedef struct {
  CJAVASCRIPTCORE_FUNCTIONS(CJAVASCRIPTCORE_MEMBER)
  /// What the library exports for WebKit's own use; NULL where it does not.
  void (*lock)(JSContextGroupRef *holder, JSContextGroupRef machine);
  void (*unlock)(JSContextGroupRef *holder);
  void (*drainMicrotasks)(JSContextGroupRef machine);
  void (*holdMicrotasks)(JSContextGroupRef *machine);
} CJavaScriptCore;
#undef CJAVASCRIPTCORE_MEMBER

/// Loads the library and its functions, once for each table. Returns what is missing, which is the name of the library
/// or of one of its functions; NULL when all is there. Safe on several threads at once as long as each has a table.
const char *cjavascriptcore_load(CJavaScriptCore *functions);

/// Runs the promises that are due, in the script's call that is running, and on its thread. Does nothing where the
/// library does not export what it takes: they run when the call has returned.
void cjavascriptcore_run_promises(const CJavaScriptCore *functions, JSContextGroupRef machine);

/// Leaves promises of a machine alone for good, or does nothing as above.
void cjavascriptcore_hold_promises(const CJavaScriptCore *functions, JSContextGroupRef machine);

#endif
