// Events: targets with listeners and with handler properties, and what becomes of errors that nothing catches.

class Event {
  constructor(type, init = {}) {
    this.type = type;
    this.bubbles = !!init.bubbles;
    this.cancelable = !!init.cancelable;
    this.defaultPrevented = false;
    this.isTrusted = false;
    this.timeStamp = browser.clock.now;
    this.target = null;
    this.currentTarget = null;
  }
  preventDefault() {
    this.defaultPrevented = this.cancelable;
  }
  stopPropagation() {}
  stopImmediatePropagation() {
    this.isStopped = true;
  }
  initEvent(type) {
    this.type = type;
  }
  composedPath() {
    return this.target ? [this.target] : [];
  }
}

class CustomEvent extends Event {
  constructor(type, init = {}) {
    super(type, init);
    this.detail = init.detail ?? null;
  }
}

class ProgressEvent extends Event {
  constructor(type, init = {}) {
    super(type, init);
    this.lengthComputable = !!init.lengthComputable;
    this.loaded = init.loaded ?? 0;
    this.total = init.total ?? 0;
  }
}

class ErrorEvent extends Event {
  constructor(type, init = {}) {
    super(type, init);
    this.message = init.message ?? '';
    this.error = init.error ?? null;
  }
}

// An error that nothing catches ends the task and not the page.
function guard(run) {
  try {
    run();
  } catch (error) {
    report(error);
  }
}

function report(error) {
  const line = error?.line ?? 0;
  const column = error?.column ?? 0;
  lab.problem(String(error?.name ?? ''), String(error?.message ?? error), String(error?.sourceURL ?? ''), line, column);
}

const listenersOf = Symbol('listeners');

class EventTarget {
  addEventListener(type, listener, options) {
    if (!listener) return;
    const all = (this[listenersOf] ??= new Map());
    const list = all.get(type) ?? [];
    if (list.some((entry) => entry.listener === listener)) return;
    const once = typeof options === 'object' && !!options?.once;
    all.set(type, [...list, { listener, once }]);
    options?.signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }
  removeEventListener(type, listener) {
    const list = this[listenersOf]?.get(type);
    if (list) this[listenersOf].set(type, list.filter((entry) => entry.listener !== listener));
  }
  dispatchEvent(event) {
    event.target ??= this;
    event.currentTarget = this;
    const handler = this['on' + event.type];
    if (typeof handler === 'function') guard(() => handler.call(this, event));
    for (const entry of this[listenersOf]?.get(event.type) ?? []) {
      if (event.isStopped) break;
      // One that was removed by a listener before it is not called.
      if (!this[listenersOf].get(event.type).includes(entry)) continue;
      if (entry.once) this.removeEventListener(event.type, entry.listener);
      const { listener } = entry;
      guard(() => (typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event)));
    }
    return !event.defaultPrevented;
  }
}

// Members of an interface can be listed (Web IDL §3.7.6), which some scripts do to wrap an object.
function enumerable(type) {
  for (const key of Object.getOwnPropertyNames(type.prototype)) {
    if (key === 'constructor') continue;
    const descriptor = Object.getOwnPropertyDescriptor(type.prototype, key);
    Object.defineProperty(type.prototype, key, { ...descriptor, enumerable: true });
  }
}

class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message);
    this.name = name;
  }
  get code() {
    return { InvalidStateError: 11, QuotaExceededError: 22, AbortError: 20, NotSupportedError: 9 }[this.name] ?? 0;
  }
}

enumerable(EventTarget);
Object.assign(globalThis, { Event, CustomEvent, ProgressEvent, ErrorEvent, EventTarget, DOMException });

browser.enumerable = enumerable;
browser.guard = guard;
browser.report = report;
browser.forgetListeners = (target) => {
  delete target[listenersOf];
};
browser.emit = (target, type) => target.dispatchEvent(new Event(type));
// For objects with no state of their own whose listeners are never called.
browser.silent = (members) => Object.assign(new EventTarget(), members);
