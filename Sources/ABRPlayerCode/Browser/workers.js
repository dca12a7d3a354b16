// Workers: scripts behind blob: addresses, which share nothing with the page but messages. They run on the page's one
// thread and clock: a message arrives in a task of its own, at once.

const { clock, guard } = browser;

// What a message carries: copies, but for the buffers that are handed over (HTML Standard, StructuredSerializeInternal,
// in part: of objects with a class of their own only their members).
function copied(value, handed, made = new Map()) {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new DOMException(`${String(value).slice(0, 40)} could not be cloned.`, 'DataCloneError');
  }
  if (typeof value !== 'object' || value === null || handed.has(value) || value instanceof Blob) return value;
  if (made.has(value)) return made.get(value);
  const copy = (one) => copied(one, handed, made);
  const keep = (object) => {
    made.set(value, object);
    return object;
  };
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    return keep(new value.constructor(copy(value.buffer), value.byteOffset, value.length ?? value.byteLength));
  }
  if (value instanceof Date || value instanceof RegExp) return keep(new value.constructor(value));
  if (value instanceof Error) {
    return keep(Object.assign(new Error(value.message), { name: value.name, stack: value.stack }));
  }
  if (value instanceof Map) {
    const map = keep(new Map());
    value.forEach((one, key) => map.set(copy(key), copy(one)));
    return map;
  }
  if (value instanceof Set) {
    const set = keep(new Set());
    value.forEach((one) => set.add(copy(one)));
    return set;
  }
  const object = keep(Array.isArray(value) ? [] : {});
  for (const [key, one] of Object.entries(value)) object[key] = copy(one);
  return object;
}

const handedOver = (transfer) => new Set(Array.isArray(transfer) ? transfer : transfer?.transfer ?? []);

class MessageEvent extends Event {
  constructor(type, init = {}) {
    super(type, init);
    this.data = init.data ?? null;
    this.origin = '';
    this.ports = [];
  }
}

// The global object of a worker: that of the page without its document, with listeners of its own.
function makeScope(target, name, post, close) {
  const scope = Object.create(globalThis);
  const own = {
    self: scope, globalThis: scope, window: undefined, document: undefined, localStorage: undefined, name,
    postMessage: post, close,
    addEventListener: (...values) => target.addEventListener(...values),
    removeEventListener: (...values) => target.removeEventListener(...values),
    dispatchEvent: (event) => target.dispatchEvent(event),
    importScripts: (address) => {
      throw new DOMException(`The script at '${address}' failed to load.`, 'NetworkError');
    },
  };
  for (const [key, value] of Object.entries(own)) {
    Object.defineProperty(scope, key, { value, writable: true, configurable: true, enumerable: true });
  }
  for (const handler of ['onmessage', 'onmessageerror', 'onerror']) {
    const accessor = { get: () => target[handler] ?? null, set: (run) => (target[handler] = run) };
    Object.defineProperty(scope, handler, { ...accessor, configurable: true, enumerable: true });
  }
  return scope;
}

class Worker extends EventTarget {
  #inside = new EventTarget();
  #isOver = false;
  constructor(address, options = {}) {
    super();
    const script = browser.objectAt(String(address));
    const scope = makeScope(
      this.#inside, options.name ?? '',
      (message, transfer) => this.#send(this, message, transfer),
      () => this.terminate());
    this.#later(() => {
      // There are no scripts of the server, and no modules.
      if (!(script instanceof Blob) || options.type === 'module') {
        return this.#fail('the script of the worker was not found');
      }
      try {
        // Names that the script does not know are looked up in its scope.
        new Function('scope', `with (scope) {${script.content}\n}`).call(scope, scope);
      } catch (error) {
        browser.report(error);
        this.#fail(String(error?.message ?? error), error);
      }
    });
  }
  postMessage(message, transfer) {
    this.#send(this.#inside, message, transfer);
  }
  terminate() {
    this.#isOver = true;
  }
  #send(receiver, message, transfer) {
    const data = copied(message, handedOver(transfer));
    this.#later(() => receiver.dispatchEvent(new MessageEvent('message', { data })));
  }
  #later(run) {
    clock.after(0, () => {
      if (!this.#isOver) guard(run);
    });
  }
  #fail(message, error = null) {
    this.dispatchEvent(new ErrorEvent('error', { message, error, cancelable: true }));
  }
}

// Two ports, each of which receives what the other posts, in order, once it was started.
class MessagePort extends EventTarget {
  other = null;
  #onmessage = null;
  #kept = [];
  #isStarted = false;
  #isClosed = false;
  postMessage(message, transfer) {
    const data = copied(message, handedOver(transfer));
    clock.after(0, () => this.other.#receive(data));
  }
  start() {
    this.#isStarted = true;
    this.#kept.splice(0).forEach((data) => clock.after(0, () => this.#receive(data)));
  }
  close() {
    this.#isClosed = this.other.#isClosed = true;
  }
  get onmessage() {
    return this.#onmessage;
  }
  set onmessage(run) {
    this.#onmessage = run;
    this.start();
  }
  #receive(data) {
    if (this.#isClosed) return;
    if (!this.#isStarted) this.#kept.push(data);
    else this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

class MessageChannel {
  port1 = new MessagePort();
  port2 = new MessagePort();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

Object.assign(globalThis, {
  MessageChannel, MessagePort, Worker, MessageEvent,
  structuredClone: (value, options) => copied(value, handedOver(options)),
});
