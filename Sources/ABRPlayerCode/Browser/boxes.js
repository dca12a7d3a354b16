// Fragmented MP4 as a source buffer reads it (ISO/IEC 14496-12): from when to when media lasts, and which answer of the
// lab it came in. Bytes may come in pieces of any length.

const names = (view, at) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

// Calls visit(name, start, end) for each box between two places.
function eachBox(view, start, end, visit) {
  let at = start;
  while (at + 8 <= end) {
    const length = view.getUint32(at);
    if (length < 8 || at + length > end) return;
    visit(names(view, at + 4), at + 8, at + length);
    at += length;
  }
}

// The first box along a path of names, as [start, end].
function find(view, start, end, path) {
  let found = null;
  eachBox(view, start, end, (name, from, to) => {
    if (found === null && name === path[0]) found = [from, to];
  });
  return found === null || path.length === 1 ? found : find(view, found[0], found[1], path.slice(1));
}

const wide = (view, at) => view.getUint32(at) * 4294967296 + view.getUint32(at + 4);

function timescaleOf(view, start, end) {
  const header = find(view, start, end, ['trak', 'mdia', 'mdhd']);
  return header ? view.getUint32(header[0] + (view.getUint8(header[0]) === 1 ? 20 : 12)) : 1;
}

// Units of media time in which a track run lasts.
function durationOf(view, run, defaultDuration) {
  const flags = view.getUint32(run[0]) & 0xffffff;
  const count = view.getUint32(run[0] + 4);
  if (!(flags & 0x100)) return count * defaultDuration;
  const stride = [0x100, 0x200, 0x400, 0x800].reduce((bytes, flag) => bytes + (flags & flag ? 4 : 0), 0);
  let at = run[0] + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  let sum = 0;
  for (let sample = 0; sample < count; sample += 1, at += stride) sum += view.getUint32(at);
  return sum;
}

function fragmentOf(view, start, end) {
  const track = find(view, start, end, ['traf']);
  const header = track && find(view, track[0], track[1], ['tfhd']);
  const time = track && find(view, track[0], track[1], ['tfdt']);
  if (!header || !time) return null;
  const flags = view.getUint32(header[0]) & 0xffffff;
  const skipped = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  const defaultDuration = flags & 8 ? view.getUint32(header[0] + 8 + skipped) : 0;
  let duration = 0;
  eachBox(view, track[0], track[1], (name, from, to) => {
    if (name === 'trun') duration += durationOf(view, [from, to], defaultDuration);
  });
  const from = view.getUint8(time[0]) === 1 ? wide(view, time[0] + 4) : view.getUint32(time[0] + 4);
  return { from, duration };
}

// The lab's media begins with one NAL unit of full length, which holds a mark and the number of the answer.
const mark = 0x4142524c;
const markedLength = 13;

const known = /^(ftyp|styp|moov|moof|mdat|sidx|free|skip|emsg|prft|uuid|mfra|ssix|meta|udta|pssh)$/;

class BoxReader {
  #carried = new Uint8Array(0);
  #skipped = 0;
  #timescale = 1;
  #fragment = null;
  #media = null;
  #listener;
  // `listener` has start() for initialisation data and media({ from, to, id, bytes }) for media that came as a whole.
  constructor(listener) {
    this.#listener = listener;
  }
  // Takes more bytes. Returns false where they are no MP4.
  push(bytes) {
    let data = bytes;
    if (this.#carried.length > 0) {
      data = new Uint8Array(this.#carried.length + bytes.length);
      data.set(this.#carried);
      data.set(bytes, this.#carried.length);
      this.#carried = new Uint8Array(0);
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    let at = 0;
    while (at < data.length) {
      if (this.#skipped > 0) {
        const step = Math.min(this.#skipped, data.length - at);
        this.#skipped -= step;
        at += step;
        if (this.#skipped === 0) this.#finish();
        continue;
      }
      const left = data.length - at;
      if (left < 8) break;
      let length = view.getUint32(at);
      let header = 8;
      const name = names(view, at + 4);
      if (!known.test(name)) return false;
      if (length === 1) {
        if (left < 16) break;
        length = wide(view, at + 8);
        header = 16;
      }
      if (length < header) return false;
      if (name === 'mdat') {
        const beginning = Math.min(length, header + markedLength);
        if (left < beginning) break;
        const isMarked = beginning === header + markedLength && view.getUint32(at + header + 5) === mark;
        this.#media = { id: isMarked ? view.getUint32(at + header + 9) : -1, bytes: length };
      } else if (name === 'moov' || name === 'moof') {
        if (left < length) break;
        if (name === 'moov') {
          this.#timescale = timescaleOf(view, at + header, at + length);
          this.#listener.start();
        } else {
          this.#fragment = fragmentOf(view, at + header, at + length);
        }
      }
      this.#skipped = length;
    }
    if (at < data.length) this.#carried = data.slice(at);
    return true;
  }
  // Forgets a box that came in part.
  reset() {
    this.#carried = new Uint8Array(0);
    this.#skipped = 0;
    this.#media = null;
    this.#fragment = null;
  }
  #finish() {
    const media = this.#media;
    const fragment = this.#fragment;
    this.#media = null;
    if (!media || !fragment) return;
    this.#fragment = null;
    const from = fragment.from / this.#timescale;
    const to = (fragment.from + fragment.duration) / this.#timescale;
    this.#listener.media({ from, to, id: media.id, bytes: media.bytes });
  }
}

browser.BoxReader = BoxReader;
