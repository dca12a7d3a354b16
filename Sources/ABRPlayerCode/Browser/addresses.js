// Addresses and texts: URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa (WHATWG URL and Encoding, in part).

const specialPorts = { 'http:': '80', 'https:': '443', 'ftp:': '21', 'ws:': '80', 'wss:': '443' };

function withoutDots(path) {
  const kept = [];
  const parts = path.split('/');
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    if (part === '..') {
      if (kept.length > 1) kept.pop();
      if (isLast) kept.push('');
    } else if (part === '.') {
      if (isLast) kept.push('');
    } else {
      kept.push(part);
    }
  });
  return kept.join('/');
}

const grammar = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s;

class URLSearchParams {
  #pairs = [];
  #changed = () => {};
  constructor(init = '', changed) {
    if (changed) this.#changed = changed;
    if (typeof init === 'object' && init !== null) {
      const entries = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
      for (const [key, value] of entries) this.#pairs.push([String(key), String(value)]);
      return;
    }
    const decode = (text) => {
      try {
        return decodeURIComponent(text.replace(/\+/g, ' '));
      } catch {
        return text;
      }
    };
    for (const part of String(init).replace(/^\?/, '').split('&')) {
      if (part === '') continue;
      const at = part.indexOf('=');
      this.#pairs.push(at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]);
    }
  }
  get size() {
    return this.#pairs.length;
  }
  get(key) {
    return this.#pairs.find((pair) => pair[0] === key)?.[1] ?? null;
  }
  getAll(key) {
    return this.#pairs.filter((pair) => pair[0] === key).map((pair) => pair[1]);
  }
  has(key) {
    return this.#pairs.some((pair) => pair[0] === key);
  }
  append(key, value) {
    this.#pairs.push([String(key), String(value)]);
    this.#changed();
  }
  set(key, value) {
    const found = this.#pairs.find((pair) => pair[0] === key);
    this.#pairs = this.#pairs.filter((pair) => pair[0] !== key || pair === found);
    if (found) found[1] = String(value);
    else this.#pairs.push([String(key), String(value)]);
    this.#changed();
  }
  delete(key) {
    this.#pairs = this.#pairs.filter((pair) => pair[0] !== key);
    this.#changed();
  }
  sort() {
    this.#pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    this.#changed();
  }
  forEach(run) {
    for (const [key, value] of this.#pairs) run(value, key, this);
  }
  keys() {
    return this.#pairs.map((pair) => pair[0])[Symbol.iterator]();
  }
  values() {
    return this.#pairs.map((pair) => pair[1])[Symbol.iterator]();
  }
  entries() {
    return this.#pairs.map((pair) => [...pair])[Symbol.iterator]();
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  toString() {
    return this.#pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
  }
}

class URL {
  #parameters = null;
  constructor(address, base) {
    this.#parse(String(address).trim(), base === undefined ? null : new URL(base));
    this.#follow();
  }
  #parse(address, base) {
    const [, scheme, authority, path, query, hash] = grammar.exec(address);
    if (scheme === undefined && base === null) throw new TypeError(`Invalid URL: ${address}`);
    this.protocol = scheme === undefined ? base.protocol : scheme.toLowerCase() + ':';
    this.username = '';
    this.password = '';
    this.hash = hash && hash !== '#' ? hash : '';
    this.search = query && query !== '?' ? query : '';
    if (!(this.protocol in specialPorts) && authority === undefined && scheme !== undefined) {
      this.hostname = this.port = '';
      this.pathname = path;
      return;
    }
    if (authority !== undefined) {
      const [, user, password, host, port] = /^(?:([^:@]*)(?::([^@]*))?@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority) ?? [];
      if (host === undefined) throw new TypeError(`Invalid URL: ${address}`);
      this.username = user ?? '';
      this.password = password ?? '';
      this.hostname = host.toLowerCase();
      this.port = port && port !== specialPorts[this.protocol] ? port : '';
      this.pathname = withoutDots(path || '/');
      return;
    }
    this.hostname = base.hostname;
    this.port = base.port;
    if (path === '') {
      this.pathname = base.pathname;
      if (query === undefined) this.search = base.search;
    } else if (path.startsWith('/')) {
      this.pathname = withoutDots(path);
    } else {
      this.pathname = withoutDots(base.pathname.replace(/[^/]*$/, '') + path);
    }
  }
  #follow() {
    this.#parameters = new URLSearchParams(this.search, () => {
      const text = this.#parameters.toString();
      this.search = text === '' ? '' : '?' + text;
    });
  }
  get searchParams() {
    return this.#parameters;
  }
  get host() {
    return this.port === '' ? this.hostname : `${this.hostname}:${this.port}`;
  }
  get origin() {
    return this.protocol in specialPorts ? `${this.protocol}//${this.host}` : 'null';
  }
  get href() {
    const user = this.username === '' ? '' : `${this.username}${this.password === '' ? '' : ':' + this.password}@`;
    const place = this.protocol in specialPorts || this.hostname !== '' ? `//${user}${this.host}` : '';
    return `${this.protocol}${place}${this.pathname}${this.search}${this.hash}`;
  }
  set href(address) {
    this.#parse(String(address), null);
    this.#follow();
  }
  toString() {
    return this.href;
  }
  toJSON() {
    return this.href;
  }
  static canParse(address, base) {
    try {
      return !!new URL(address, base);
    } catch {
      return false;
    }
  }
}

// Objects behind blob: addresses.
let objects = new Map();
let lastObject = 0;
URL.createObjectURL = (object) => {
  const address = `blob:${browser.origin}/${++lastObject}`;
  objects.set(address, object);
  return address;
};
URL.revokeObjectURL = (address) => {
  objects.delete(address);
};

const bytesOf = (data) =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

class TextEncoder {
  get encoding() {
    return 'utf-8';
  }
  encode(text = '') {
    const binary = unescape(encodeURIComponent(text));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  }
}

// The longest piece that is handed to one call as separate arguments.
const pieceLength = 8192;

function binaryText(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceLength) {
    text += String.fromCharCode.apply(null, bytes.subarray(start, start + pieceLength));
  }
  return text;
}

class TextDecoder {
  constructor(label = 'utf-8') {
    this.encoding = String(label).toLowerCase();
  }
  decode(data) {
    if (data === undefined) return '';
    const bytes = bytesOf(data);
    if (/^utf-?16/.test(this.encoding)) {
      const isBig = /be$/.test(this.encoding);
      let text = '';
      for (let index = 0; index + 1 < bytes.length; index += 2) {
        text += String.fromCharCode(isBig ? (bytes[index] << 8) | bytes[index + 1] : bytes[index] | (bytes[index + 1] << 8));
      }
      return text;
    }
    const binary = binaryText(bytes);
    try {
      return decodeURIComponent(escape(binary)).replace(/^\ufeff/, '');
    } catch {
      // What is no UTF-8 is read byte by byte.
      return binary;
    }
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function btoa(text) {
  let encoded = '';
  for (let index = 0; index < text.length; index += 3) {
    const codes = [0, 1, 2].map((offset) => text.charCodeAt(index + offset));
    const bits = (codes[0] << 16) | ((codes[1] || 0) << 8) | (codes[2] || 0);
    const left = text.length - index;
    encoded += alphabet[bits >> 18] + alphabet[(bits >> 12) & 63];
    encoded += (left > 1 ? alphabet[(bits >> 6) & 63] : '=') + (left > 2 ? alphabet[bits & 63] : '=');
  }
  return encoded;
}

function atob(text) {
  const clean = String(text).replace(/[\s=]/g, '');
  let bits = 0;
  let count = 0;
  let decoded = '';
  for (const letter of clean) {
    bits = (bits << 6) | alphabet.indexOf(letter);
    count += 6;
    if (count >= 8) {
      count -= 8;
      decoded += String.fromCharCode((bits >> count) & 255);
    }
  }
  return decoded;
}

Object.assign(globalThis, { URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa });

browser.origin = 'http://lab';
browser.bytesOf = bytesOf;
browser.objectAt = (address) => objects.get(address);
browser.beginAddresses = () => {
  objects = new Map();
  lastObject = 0;
};
