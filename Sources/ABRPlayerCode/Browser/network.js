// The doors to the network: XMLHttpRequest and fetch. What travels, when and over which connection is the lab's.

const { clock, emit, enumerable } = browser;

// Milliseconds between two reports of progress: of XMLHttpRequest (XHR Standard, "50ms have passed"), and of a body
// that is read as it comes.
const progressInterval = 50;
const chunkInterval = 20;
const statusTexts = { 200: 'OK', 404: 'Not Found', 503: 'Service Unavailable' };

let transfers = new Map();

// One request on its way. `listener` has head(), progress(bytes) and end().
class Transfer {
  constructor(address, interval, listener, method = 'GET') {
    this.address = new URL(address, document.baseURI).href;
    this.interval = interval;
    this.listener = listener;
    this.start = clock.now;
    this.firstByte = null;
    this.status = 0;
    this.length = 0;
    this.type = '';
    this.isOver = false;
    this.told = 0;
    this.timer = 0;
    this.id = lab.request(this.address, method);
    transfers.set(this.id, this);
  }
  head() {
    this.firstByte = clock.now;
    this.status = lab.status(this.id);
    this.length = lab.length(this.id);
    this.type = lab.type(this.id);
    this.listener.head();
    if (!this.isOver) this.timer = clock.after(this.interval, () => this.tick());
  }
  tick() {
    if (this.isOver) return;
    this.timer = clock.after(this.interval, () => this.tick());
    // Where nothing came nothing is reported (XHR Standard, "processBodyChunk").
    const received = lab.received(this.id);
    if (received <= this.told || received >= this.length) return;
    this.told = received;
    this.listener.progress(received);
  }
  // The last byte has come to the device.
  finish() {
    clock.cancel(this.timer);
    this.timer = clock.after(lab.deliveryLag(this.id), () => {
      if (this.isOver) return;
      this.close();
      browser.addTiming({
        name: this.address, entryType: 'resource', initiatorType: 'xmlhttprequest', nextHopProtocol: lab.protocol(),
        startTime: this.start, fetchStart: this.start, requestStart: this.start, responseStart: this.firstByte,
        responseEnd: clock.now, duration: clock.now - this.start, transferSize: this.length + 300,
        encodedBodySize: this.length, decodedBodySize: this.length,
      });
      this.listener.end();
    });
  }
  get body() {
    return lab.body(this.id);
  }
  // Gives the request up; what has come by then.
  abort() {
    if (this.isOver) return 0;
    this.close();
    return lab.abort(this.id);
  }
  close() {
    this.isOver = true;
    clock.cancel(this.timer);
    transfers.delete(this.id);
  }
  get headers() {
    return [['content-length', String(this.length)], ['content-type', this.type]];
  }
}

const textOf = (body) => (typeof body === 'string' ? body : new TextDecoder().decode(body));
const bufferOf = (body) => (typeof body === 'string' ? new TextEncoder().encode(body).buffer : body);

class XMLHttpRequest extends EventTarget {
  #transfer = null;
  #timer = 0;
  #loaded = 0;
  #method = 'GET';
  #body = null;
  constructor() {
    super();
    this.readyState = 0;
    this.status = 0;
    this.statusText = '';
    this.responseType = '';
    this.responseURL = '';
    this.timeout = 0;
    this.withCredentials = false;
    this.upload = new EventTarget();
  }
  open(method, address) {
    this.#transfer?.abort();
    this.#method = String(method).toUpperCase();
    this.#transfer = null;
    this.#body = null;
    this.#loaded = 0;
    this.status = 0;
    this.responseURL = new URL(address, document.baseURI).href;
    this.#become(1);
  }
  setRequestHeader() {}
  overrideMimeType() {}
  send() {
    this.#transfer = new Transfer(this.responseURL, progressInterval, {
      head: () => {
        this.status = this.#transfer.status;
        this.statusText = statusTexts[this.status] ?? '';
        this.#become(2);
      },
      progress: (bytes) => {
        if (this.readyState < 3) this.#become(3);
        this.#tell('progress', bytes);
      },
      end: () => {
        clock.cancel(this.#timer);
        this.#body = this.#transfer.body;
        if (this.readyState < 3) this.#become(3);
        this.#tell('progress', this.#transfer.length);
        this.#become(4);
        this.#tell('load', this.#transfer.length);
        this.#tell('loadend', this.#transfer.length);
      },
    }, this.#method);
    this.#tell('loadstart', 0);
    if (this.timeout > 0) {
      this.#timer = clock.after(this.timeout, () => this.#stop('timeout'));
    }
  }
  abort() {
    if (this.#transfer && !this.#transfer.isOver) {
      clock.cancel(this.#timer);
      this.#stop('abort');
      this.readyState = 0;
    }
  }
  getAllResponseHeaders() {
    if (this.readyState < 2 || this.status === 0) return '';
    return this.#transfer.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }
  getResponseHeader(name) {
    if (this.readyState < 2 || this.status === 0) return null;
    return this.#transfer.headers.find((header) => header[0] === String(name).toLowerCase())?.[1] ?? null;
  }
  get responseText() {
    return this.#body === null ? '' : textOf(this.#body);
  }
  get response() {
    if (this.readyState < 4 || this.#body === null) return this.responseType === '' || this.responseType === 'text' ? '' : null;
    switch (this.responseType) {
      case 'arraybuffer': return (this.#body = bufferOf(this.#body));
      case 'json': return JSON.parse(textOf(this.#body));
      default: return textOf(this.#body);
    }
  }
  // Only well-formed XML has a document (XHR Standard, "document response").
  get responseXML() {
    if (this.#body === null || !/[/+]xml\b/.test(this.#transfer.type)) return null;
    const document = new DOMParser().parseFromString(this.responseText, 'text/xml');
    return [...document.children].some((child) => child.nodeName === 'parsererror') ? null : document;
  }
  #become(state) {
    this.readyState = state;
    emit(this, 'readystatechange');
  }
  #stop(type) {
    if (!this.#transfer || this.#transfer.isOver) return;
    this.#transfer.abort();
    this.status = 0;
    this.#become(4);
    this.#tell(type, this.#loaded);
    this.#tell('loadend', this.#loaded);
  }
  #tell(type, loaded) {
    this.#loaded = loaded;
    const total = this.#transfer.length;
    this.dispatchEvent(new ProgressEvent(type, { lengthComputable: total > 0, loaded, total }));
  }
}
['UNSENT', 'OPENED', 'HEADERS_RECEIVED', 'LOADING', 'DONE'].forEach((name, index) => {
  XMLHttpRequest[name] = XMLHttpRequest.prototype[name] = index;
});

class AbortSignal extends EventTarget {
  constructor() {
    super();
    this.aborted = false;
    this.reason = undefined;
  }
  throwIfAborted() {
    if (this.aborted) throw this.reason;
  }
}

class AbortController {
  constructor() {
    this.signal = new AbortSignal();
  }
  abort(reason = new DOMException('The user aborted a request.', 'AbortError')) {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    this.signal.reason = reason;
    emit(this.signal, 'abort');
  }
}

class Headers {
  #values = new Map();
  constructor(init = {}) {
    const entries = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
    for (const [name, value] of entries) this.append(name, value);
  }
  append(name, value) {
    const key = String(name).toLowerCase();
    this.#values.set(key, this.#values.has(key) ? `${this.#values.get(key)}, ${value}` : String(value));
  }
  set(name, value) {
    this.#values.set(String(name).toLowerCase(), String(value));
  }
  get(name) {
    return this.#values.get(String(name).toLowerCase()) ?? null;
  }
  has(name) {
    return this.#values.has(String(name).toLowerCase());
  }
  delete(name) {
    this.#values.delete(String(name).toLowerCase());
  }
  forEach(run) {
    this.#values.forEach((value, name) => run(value, name, this));
  }
  keys() {
    return this.#values.keys();
  }
  entries() {
    return this.#values.entries();
  }
  [Symbol.iterator]() {
    return this.#values.entries();
  }
}

// A body that is read as it comes.
class ReadableStream {
  #chunks = [];
  #waiting = [];
  #end = null;
  constructor(source) {
    source?.start?.({
      enqueue: (chunk) => this.give(chunk),
      close: () => this.finish(null),
      error: (error) => this.finish(error),
    });
  }
  give(chunk) {
    if (this.#waiting.length > 0) this.#waiting.shift().resolve({ value: chunk, done: false });
    else this.#chunks.push(chunk);
  }
  finish(error) {
    this.#end ??= { error };
    for (const reader of this.#waiting.splice(0)) this.#close(reader);
  }
  #close(reader) {
    if (this.#end.error) reader.reject(this.#end.error);
    else reader.resolve({ value: undefined, done: true });
  }
  getReader() {
    return {
      read: () =>
        new Promise((resolve, reject) => {
          if (this.#chunks.length > 0) resolve({ value: this.#chunks.shift(), done: false });
          else if (this.#end) this.#close({ resolve, reject });
          else this.#waiting.push({ resolve, reject });
        }),
      cancel: () => Promise.resolve(),
      releaseLock: () => {},
      closed: Promise.resolve(),
    };
  }
  cancel() {
    return Promise.resolve();
  }
}

class Request {
  constructor(address, init = {}) {
    Object.assign(this, { method: 'GET', headers: new Headers(), signal: null }, init);
    this.url = new URL(typeof address === 'string' ? address : address.url ?? address.href, document.baseURI).href;
  }
}

class Response {
  constructor(body = null, init = {}) {
    this.status = init.status ?? 200;
    this.ok = this.status >= 200 && this.status < 300;
    this.statusText = init.statusText ?? '';
    this.headers = new Headers(init.headers ?? {});
    this.url = init.url ?? '';
    this.redirected = false;
    this.body = body instanceof ReadableStream ? body : new ReadableStream();
    this.whole = init.whole ?? Promise.resolve(body ?? '');
  }
  clone() {
    return this;
  }
  async arrayBuffer() {
    return bufferOf(await this.whole);
  }
  async text() {
    return textOf(await this.whole);
  }
  async json() {
    return JSON.parse(await this.text());
  }
}

function fetch(input, options = {}) {
  const request = input instanceof Request ? input : new Request(input, options);
  return new Promise((resolve, reject) => {
    const stream = new ReadableStream();
    let bytes = null;
    let given = 0;
    let settle = null;
    const whole = new Promise((done, failed) => {
      settle = { done, failed };
    });
    whole.catch(() => {});
    const flow = (upTo) => {
      bytes ??= new Uint8Array(bufferOf(transfer.body));
      const end = Math.min(upTo, bytes.length);
      if (end > given) stream.give(bytes.subarray(given, end));
      given = Math.max(given, end);
    };
    const transfer = new Transfer(request.url, chunkInterval, {
      head: () => {
        const { status, headers } = transfer;
        resolve(new Response(stream, { status, headers, url: transfer.address, whole }));
      },
      progress: flow,
      end: () => {
        flow(Infinity);
        stream.finish(null);
        settle.done(bytes.buffer);
      },
    }, request.method);
    const stop = () => {
      if (transfer.isOver) return;
      transfer.abort();
      const error = new DOMException('The user aborted a request.', 'AbortError');
      reject(error);
      stream.finish(error);
      settle.failed(error);
    };
    const signal = options.signal ?? request.signal;
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop);
  });
}

[XMLHttpRequest, AbortSignal, Headers, Response].forEach(enumerable);
Object.assign(globalThis, {
  XMLHttpRequest, AbortSignal, AbortController, Headers, ReadableStream, Request, Response, fetch,
});

browser.head = (id, time) => {
  browser.arrive(time);
  browser.guard(() => transfers.get(id)?.head());
};
browser.finish = (id, time) => {
  browser.arrive(time);
  browser.guard(() => transfers.get(id)?.finish());
};
browser.beginNetwork = () => {
  transfers = new Map();
};
