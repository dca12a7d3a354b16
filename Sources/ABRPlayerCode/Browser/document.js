// The document around the media element: enough of nodes, window and navigator for a page with one video on it.

const { enumerable, silent } = browser;

const size = { width: 1280, height: 720 };

class Node extends EventTarget {
  constructor(name = '') {
    super();
    this.nodeName = name.startsWith('#') ? name : name.toUpperCase();
    this.nodeType = 1;
    this.childNodes = [];
    this.parentNode = null;
    this.ownerDocument = globalThis.document ?? null;
    this.nodeValue = null;
  }
  get textContent() {
    return this.nodeType === 1 ? this.childNodes.map((node) => node.textContent).join('') : this.nodeValue;
  }
  set textContent(text) {
    if (this.nodeType !== 1) {
      this.nodeValue = String(text);
      return;
    }
    this.childNodes = [];
    if (text !== '') this.appendChild(new Text(String(text)));
  }
  get children() {
    return this.childNodes.filter((node) => node.nodeType === 1);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes[this.childNodes.length - 1] ?? null;
  }
  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }
  get parentElement() {
    return this.parentNode;
  }
  get isConnected() {
    return true;
  }
  appendChild(node) {
    return this.insertBefore(node, null);
  }
  append(...nodes) {
    nodes.forEach((node) => this.appendChild(typeof node === 'string' ? document.createTextNode(node) : node));
  }
  insertBefore(node, next) {
    node.parentNode?.removeChild(node);
    const index = next ? this.childNodes.indexOf(next) : -1;
    this.childNodes.splice(index < 0 ? this.childNodes.length : index, 0, node);
    node.parentNode = this;
    this.childAdded?.(node);
    return node;
  }
  removeChild(node) {
    const index = this.childNodes.indexOf(node);
    if (index >= 0) this.childNodes.splice(index, 1);
    node.parentNode = null;
    return node;
  }
  replaceChild(node, old) {
    this.insertBefore(node, old);
    return this.removeChild(old);
  }
  remove() {
    this.parentNode?.removeChild(this);
  }
  hasChildNodes() {
    return this.childNodes.length > 0;
  }
  contains(node) {
    return node === this || this.childNodes.some((child) => child.contains?.(node));
  }
  cloneNode() {
    return document.createElement(this.nodeName.toLowerCase());
  }
  getRootNode() {
    return document;
  }
}

class Element extends Node {
  #attributes = new Map();
  constructor(name) {
    super(name);
    this.tagName = this.nodeName;
    this.style = { setProperty: () => {}, removeProperty: () => {}, getPropertyValue: () => '' };
    this.className = '';
    this.id = '';
    this.dataset = {};
    this.localName = name;
    this.prefix = null;
    this.clientWidth = this.offsetWidth = size.width;
    this.clientHeight = this.offsetHeight = size.height;
    const names = new Set();
    this.classList = {
      add: (...all) => all.forEach((one) => names.add(one)),
      remove: (...all) => all.forEach((one) => names.delete(one)),
      contains: (one) => names.has(one),
      toggle: (one, isOn = !names.has(one)) => (isOn ? names.add(one) : names.delete(one), isOn),
    };
  }
  get innerHTML() {
    return '';
  }
  set innerHTML(markup) {
    this.childNodes = [];
    browser.parseMarkup(String(markup), this, (name) => document.createElement(name));
  }
  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({ name, value, nodeName: name, nodeValue: value }));
  }
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (name === 'src') this.src = value;
    if (name === 'class') this.className = String(value);
    if (name === 'id') this.id = String(value);
  }
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }
  hasAttribute(name) {
    return this.#attributes.has(name);
  }
  removeAttribute(name) {
    this.#attributes.delete(name);
  }
  // Whether a simple selector fits: a tag, classes, an id, attributes.
  matches(selector) {
    const text = String(selector).trim();
    const parts = text.match(/^[\w-]+|[.#][\w-]+|\[[^\]]+\]/g) ?? [];
    return text === '*' || parts.length > 0 && parts.every((part) => {
      if (part[0] === '#') return this.id === part.slice(1);
      if (part[0] === '.') return this.className.split(/\s+/).includes(part.slice(1)) || this.classList.contains(part.slice(1));
      if (part[0] !== '[') return this.nodeName === part.toUpperCase();
      const [, name, value] = part.match(/^\[([\w-]+)(?:=["']?(.*?)["']?)?\]$/) ?? [];
      const own = this.getAttribute(name) ?? { id: this.id, class: this.className, src: this.src }[name];
      return value === undefined ? Boolean(own) : own === value;
    });
  }
  closest() {
    return null;
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  // Of a list of steps the last one decides.
  querySelectorAll(selector) {
    if (!selector) return [];
    const choices = String(selector).split(',').map((choice) => choice.trim().split(/[\s>]+/).pop());
    return this.getElementsByTagName('*').filter((node) => choices.some((choice) => node.matches(choice)));
  }
  getElementsByTagName(name) {
    const found = [];
    for (const child of this.children) {
      if (name === '*' || child.nodeName.toUpperCase() === name.toUpperCase()) found.push(child);
      found.push(...child.getElementsByTagName(name));
    }
    return found;
  }
  getElementsByTagNameNS(space, name) {
    return this.getElementsByTagName(name);
  }
  getElementsByClassName(name) {
    return this.querySelectorAll('.' + name);
  }
  getBoundingClientRect() {
    return { x: 0, y: 0, left: 0, top: 0, right: size.width, bottom: size.height, ...size };
  }
  insertAdjacentElement(place, node) {
    return this.appendChild(node);
  }
  focus() {}
  blur() {}
  click() {}
}

class HTMLElement extends Element {}

class Text extends Node {
  constructor(text) {
    super('#text');
    this.nodeType = 3;
    this.data = this.nodeValue = text;
  }
}

class Document extends Element {
  constructor() {
    super('#document');
    this.nodeType = 9;
    this.documentElement = null;
    this.readyState = 'complete';
    this.hidden = false;
    this.visibilityState = 'visible';
    this.baseURI = this.URL = `${browser.origin}/`;
    this.referrer = '';
    this.cookie = '';
    this.fullscreenElement = null;
    this.activeElement = null;
  }
  createElement(name) {
    const tag = String(name).toLowerCase();
    return tag === 'video' || tag === 'audio' ? new HTMLVideoElement(tag) : new HTMLElement(tag);
  }
  createElementNS(space, name) {
    return this.createElement(name);
  }
  createTextNode(text) {
    return new Text(text);
  }
  createComment(text) {
    return new Text(text);
  }
  createDocumentFragment() {
    return new HTMLElement('#document-fragment');
  }
  createEvent() {
    return new Event('');
  }
  getElementById(id) {
    const search = (node) => node.children.find((child) => child.id === id) ?? null;
    return search(this.body);
  }
  hasFocus() {
    return true;
  }
}

class VTTCue {
  constructor(startTime, endTime, text) {
    Object.assign(this, { startTime, endTime, text });
  }
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

class Storage {
  #values = new Map();
  get length() {
    return this.#values.size;
  }
  getItem(key) {
    return this.#values.get(String(key)) ?? null;
  }
  setItem(key, value) {
    this.#values.set(String(key), String(value));
  }
  removeItem(key) {
    this.#values.delete(String(key));
  }
  clear() {
    this.#values.clear();
  }
}

class Blob {
  constructor(parts = [], options = {}) {
    this.parts = parts;
    this.type = options.type ?? '';
    this.size = parts.reduce((sum, part) => sum + (part.byteLength ?? part.length ?? part.size ?? 0), 0);
  }
  // The parts as one text.
  get content() {
    return this.parts.map((part) => {
      if (part instanceof Blob) return part.content;
      return typeof part === 'object' && part !== null ? new TextDecoder().decode(part) : String(part);
    }).join('');
  }
  async text() {
    return this.content;
  }
}

[Node, Element, HTMLElement].forEach(enumerable);

const location = new URL(`${browser.origin}/`);
const navigator = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  appVersion: '5.0 (X11)',
  vendor: 'Google Inc.',
  platform: 'Linux x86_64',
  language: 'en',
  languages: ['en'],
  onLine: true,
  maxTouchPoints: 0,
  hardwareConcurrency: 4,
  // What Chromium 156 says before it has seen a transfer.
  connection: silent({ downlink: 1.45, effectiveType: '4g', rtt: 100, saveData: false }),
  mediaCapabilities: {
    decodingInfo: async (configuration) => ({
      supported: true, smooth: true, powerEfficient: true, keySystemAccess: null, configuration,
    }),
  },
  storage: { estimate: async () => ({ usage: 0, quota: 1e10 }) },
  requestMediaKeySystemAccess: async () => {
    throw new DOMException('no key system', 'NotSupportedError');
  },
};

Promise.withResolvers ??= () => {
  const all = {};
  all.promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }));
  return all;
};

const quiet = () => {};
const page = new EventTarget();
Object.assign(globalThis, {
  self: globalThis, window: globalThis, top: globalThis, parent: globalThis,
  Node, Element, HTMLElement, HTMLDivElement: HTMLElement, HTMLUnknownElement: HTMLElement, Text, Document,
  HTMLDocument: Document, DocumentFragment: HTMLElement, ShadowRoot: class {}, VTTCue, TextTrackCue: VTTCue, Blob,
  Storage, ResizeObserver: Observer, MutationObserver: Observer, IntersectionObserver: Observer,
  MediaKeySystemAccess: class {
    getConfiguration() {}
  },
  MediaKeys: class {},
  document: new Document(), location, navigator,
  history: { state: null, pushState: quiet, replaceState: quiet },
  localStorage: new Storage(), sessionStorage: new Storage(),
  // hls.js reads the status of the window where it tries a manifest again.
  status: '', name: '', closed: false, origin: browser.origin,
  console: Object.fromEntries(
    ['log', 'debug', 'info', 'warn', 'error', 'trace', 'group', 'groupCollapsed', 'groupEnd', 'time', 'timeEnd', 'assert',
      'table', 'dir', 'count'].map((name) => [name, (...parts) => {
      const isKept = name === 'warn' || name === 'error' || browser.isLogged;
      if (isKept) lab.console(name, parts.map((part) => String(part?.message ?? part)).join(' '));
    }])),
  devicePixelRatio: 1, innerWidth: size.width, innerHeight: size.height, outerWidth: size.width,
  outerHeight: size.height, screen: { width: 1920, height: 1080, colorDepth: 24, orientation: silent({ angle: 0 }) },
  CSS: { supports: () => true }, isSecureContext: true, crossOriginIsolated: false,
  addEventListener: (...values) => page.addEventListener(...values),
  removeEventListener: (...values) => page.removeEventListener(...values),
  dispatchEvent: (event) => page.dispatchEvent(event),
  postMessage: quiet, scrollTo: quiet, focus: quiet,
  getComputedStyle: () => ({ getPropertyValue: () => '', width: `${size.width}px`, height: `${size.height}px` }),
  matchMedia: (media) => silent({ media, matches: false, addListener: quiet, removeListener: quiet }),
});

document.documentElement = new HTMLElement('html');
document.head = new HTMLElement('head');
document.body = new HTMLElement('body');
document.appendChild(document.documentElement);
document.documentElement.append(document.head, document.body);
document.defaultView = globalThis;
document.location = location;

browser.beginDocument = () => {
  // Listeners of the session before would keep its player alive.
  [page, document, document.body, document.documentElement].forEach(browser.forgetListeners);
  localStorage.clear();
  sessionStorage.clear();
  for (const child of [...document.body.childNodes]) child.remove();
};
browser.size = size;
