// Markup: what `innerHTML` and `DOMParser` read. Well-formed XML, and HTML as scripts write it.

const tokens = /<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|<[?!][^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=/>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*(\/?)>|([^<]+)/gs;
const attributes = /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
const empty = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const characters = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const decoded = (text) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(+decimal);
    return characters[name] ?? whole;
  });

// Reads markup into a node, with `make` for each element.
function parseMarkup(markup, root, make, isHTML = true) {
  const open = [root];
  const top = () => open[open.length - 1];
  for (const [, data, closed, name, values, isClosed, text] of markup.matchAll(tokens)) {
    if (data !== undefined) {
      top().appendChild(document.createTextNode(data));
    } else if (text !== undefined) {
      top().appendChild(document.createTextNode(decoded(text)));
    } else if (closed !== undefined) {
      if (open.length > 1) open.pop();
    } else if (name !== undefined) {
      const node = make(name);
      for (const [, key, double, single, bare] of (values ?? '').matchAll(attributes)) {
        node.setAttribute(key, decoded(double ?? single ?? bare ?? ''));
      }
      top().appendChild(node);
      if (!isClosed && !(isHTML && empty.has(name.toLowerCase()))) open.push(node);
    }
  }
  return open.length === 1;
}

// An element of XML keeps its name as it is written.
class XMLElement extends Element {
  constructor(name) {
    super(name);
    this.nodeName = this.tagName = name;
    const parts = name.split(':');
    this.localName = parts[parts.length - 1];
    this.prefix = parts.length > 1 ? parts[0] : null;
  }
}

class DOMParser {
  parseFromString(markup) {
    const root = new Document();
    const isWellFormed = parseMarkup(String(markup), root, (name) => new XMLElement(name), false);
    if (!isWellFormed || root.children.length === 0) root.appendChild(new XMLElement('parsererror'));
    root.documentElement = root.children[0];
    return root;
  }
}

Object.assign(globalThis, { DOMParser });
browser.parseMarkup = parseMarkup;
