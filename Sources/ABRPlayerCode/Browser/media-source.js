// Media Source Extensions: source buffers that hold media as pieces of time, each with the answer it came in.

const { BoxReader, bytesOf, clock, emit, enumerable } = browser;

// Media that lies nearer together counts as one range, in seconds.
const fudge = 0.02;
// Bytes that Chromium holds of a kind (media/base/demuxer_memory_limit.h).
const quota = { video: 150 * 1024 * 1024, audio: 12 * 1024 * 1024 };

const invalid = (message) => new DOMException(message, 'InvalidStateError');

class TimeRanges {
  #ranges;
  constructor(ranges = []) {
    this.#ranges = ranges;
  }
  get length() {
    return this.#ranges.length;
  }
  start(index) {
    return this.#at(index)[0];
  }
  end(index) {
    return this.#at(index)[1];
  }
  #at(index) {
    const range = this.#ranges[index];
    if (!range) throw new DOMException(`no range ${index}`, 'IndexSizeError');
    return range;
  }
}

// What two lists of ranges have in common.
function common(first, second) {
  const shared = [];
  for (const [a, b] of first) {
    for (const [c, d] of second) {
      const from = Math.max(a, c);
      const to = Math.min(b, d);
      if (to > from) shared.push([from, to]);
    }
  }
  return shared;
}

class SourceBuffer extends EventTarget {
  #source;
  #reader;
  #arrived = [];
  #job = 0;
  constructor(source, type) {
    super();
    this.#source = source;
    this.type = type;
    this.kind = /^audio/.test(type) ? 'audio' : 'video';
    this.pieces = [];
    this.hasStarted = false;
    this.updating = false;
    this.mode = 'segments';
    this.timestampOffset = 0;
    this.appendWindowStart = 0;
    this.appendWindowEnd = Infinity;
    this.#reader = new BoxReader({
      start: () => {
        this.hasStarted = true;
      },
      media: (piece) => this.#arrived.push(piece),
    });
  }
  get isRemoved() {
    return !this.#source || !this.#source.sourceBuffers.includes(this);
  }
  get buffered() {
    if (this.isRemoved) throw invalid('The source buffer has been removed.');
    return new TimeRanges(this.ranges);
  }
  // Ranges of time in which there is media. At the end of the stream they end with the longest of the buffers.
  get ranges() {
    const ranges = [];
    for (const piece of this.pieces) {
      const last = ranges[ranges.length - 1];
      if (last && piece.from <= last[1] + fudge) last[1] = Math.max(last[1], piece.to);
      else ranges.push([piece.from, piece.to]);
    }
    return ranges;
  }
  appendBuffer(data) {
    this.#requireIdle();
    const bytes = bytesOf(data);
    this.#makeRoom(bytes.length);
    this.#source.reopen();
    this.#work(lab.appendLag(), () => {
      this.#arrived = [];
      if (!this.#reader.push(bytes)) return this.#source.fail(this);
      for (const piece of this.#arrived) this.#add(piece);
    });
  }
  remove(start, end) {
    this.#requireIdle();
    if (!(start >= 0) || !(end > start)) throw new TypeError('remove: no interval');
    this.#source.reopen();
    this.#work(lab.appendLag(), () => this.#cut(start, end, false));
  }
  abort() {
    if (this.isRemoved) throw invalid('The source buffer has been removed.');
    if (this.#source.readyState !== 'open') throw invalid('The media source is not open.');
    this.#reader.reset();
    if (this.updating) {
      clock.cancel(this.#job);
      this.updating = false;
      emit(this, 'abort');
      emit(this, 'updateend');
    }
    this.appendWindowStart = 0;
    this.appendWindowEnd = Infinity;
  }
  changeType(type) {
    this.#requireIdle();
    this.type = type;
    this.#reader.reset();
  }
  #requireIdle() {
    if (this.isRemoved) throw invalid('The source buffer has been removed.');
    if (this.updating) throw invalid('The source buffer is updating.');
  }
  #work(lag, change) {
    this.updating = true;
    clock.after(0, () => emit(this, 'updatestart'));
    this.#job = clock.after(lag, () => {
      change();
      this.updating = false;
      emit(this, 'update');
      emit(this, 'updateend');
      this.#source.element?.mediaChanged();
    });
  }
  #add({ from, to, id, bytes }) {
    const start = Math.max(from + this.timestampOffset, this.appendWindowStart);
    const end = Math.min(to + this.timestampOffset, this.appendWindowEnd);
    if (!(end > start)) return;
    this.#cut(start, end, true);
    lab.appended(id, start, end);
    this.pieces.push({ from: start, to: end, id, bytes });
    this.pieces.sort((a, b) => a.from - b.from);
  }
  // Takes an interval out: for other media, or for good.
  #cut(start, end, isReplaced) {
    this.#source.element?.settleShown();
    const kept = [];
    for (const piece of this.pieces) {
      const from = Math.max(piece.from, start);
      const to = Math.min(piece.to, end);
      if (to - from < 1e-9) {
        kept.push(piece);
        continue;
      }
      lab.dropped(piece.id, from, to, isReplaced);
      const share = (part) => (piece.bytes * part) / (piece.to - piece.from);
      if (from - piece.from > 1e-9) kept.push({ ...piece, to: from, bytes: share(from - piece.from) });
      if (piece.to - to > 1e-9) kept.push({ ...piece, from: to, bytes: share(piece.to - to) });
    }
    this.pieces = kept;
  }
  #makeRoom(bytes) {
    const held = () => this.pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    const limit = quota[this.kind];
    if (held() + bytes <= limit) return;
    const position = this.#source.element?.currentTime ?? 0;
    while (held() + bytes > limit && this.pieces.length > 0 && this.pieces[0].to <= position) {
      this.#cut(this.pieces[0].from, this.pieces[0].to, false);
    }
    if (held() + bytes > limit) throw new DOMException('The source buffer is full.', 'QuotaExceededError');
  }
}

class SourceBufferList extends Array {
  item(index) {
    return this[index];
  }
}
for (const key of Object.getOwnPropertyNames(EventTarget.prototype)) {
  if (key !== 'constructor') SourceBufferList.prototype[key] = EventTarget.prototype[key];
}
Object.defineProperty(SourceBufferList, Symbol.species, { value: Array });

class MediaSource extends EventTarget {
  #duration = NaN;
  constructor() {
    super();
    this.readyState = 'closed';
    this.sourceBuffers = new SourceBufferList();
    this.activeSourceBuffers = this.sourceBuffers;
    this.element = null;
  }
  static isTypeSupported(type) {
    const [container, parameters = ''] = String(type).split(';');
    if (!/^(video|audio)\/mp4$/i.test(container.trim())) return false;
    const codecs = /codecs="?([^"]*)"?/i.exec(parameters)?.[1].split(',') ?? [];
    return codecs.every((codec) => /^(avc[13]|hvc1|hev1|vp09|av01|mp4a|opus|flac)/i.test(codec.trim()));
  }
  get duration() {
    return this.readyState === 'closed' ? NaN : this.#duration;
  }
  set duration(seconds) {
    if (this.readyState !== 'open') throw invalid('The media source is not open.');
    if (this.sourceBuffers.some((buffer) => buffer.updating)) throw invalid('A source buffer is updating.');
    this.#become(seconds);
  }
  #become(seconds) {
    const isNew = !Object.is(seconds, this.#duration);
    this.#duration = seconds;
    if (isNew && this.element) this.element.durationChanged();
  }
  addSourceBuffer(type) {
    if (!MediaSource.isTypeSupported(type)) throw new DOMException(`not supported: ${type}`, 'NotSupportedError');
    if (this.readyState !== 'open') throw invalid('The media source is not open.');
    const buffer = new SourceBuffer(this, type);
    this.sourceBuffers.push(buffer);
    emit(this.sourceBuffers, 'addsourcebuffer');
    return buffer;
  }
  removeSourceBuffer(buffer) {
    const index = this.sourceBuffers.indexOf(buffer);
    if (index < 0) throw new DOMException('no such source buffer', 'NotFoundError');
    if (buffer.updating) buffer.abort();
    for (const piece of buffer.pieces) lab.dropped(piece.id, piece.from, piece.to, false);
    this.sourceBuffers.splice(index, 1);
    emit(this.sourceBuffers, 'removesourcebuffer');
  }
  endOfStream(error) {
    if (this.readyState !== 'open') throw invalid('The media source is not open.');
    if (this.sourceBuffers.some((buffer) => buffer.updating)) throw invalid('A source buffer is updating.');
    this.readyState = 'ended';
    emit(this, 'sourceended');
    if (error) {
      return this.element?.fail(error === 'network' ? 2 : 3, `the player ended its media with the error ${error}`);
    }
    const ends = this.sourceBuffers.flatMap((buffer) => buffer.ranges.map((range) => range[1]));
    if (ends.length > 0) this.#become(Math.max(...ends));
    this.element?.mediaChanged();
  }
  setLiveSeekableRange() {}
  clearLiveSeekableRange() {}
  open(element) {
    this.element = element;
    this.readyState = 'open';
    emit(this, 'sourceopen');
  }
  close() {
    for (const buffer of this.sourceBuffers) {
      for (const piece of buffer.pieces) lab.dropped(piece.id, piece.from, piece.to, false);
      buffer.pieces = [];
    }
    this.sourceBuffers.length = 0;
    this.readyState = 'closed';
    this.element = null;
    emit(this, 'sourceclose');
  }
  // Media after the end of the stream opens it again.
  reopen() {
    if (this.readyState === 'closed') throw invalid('The media source is closed.');
    if (this.readyState !== 'ended') return;
    this.readyState = 'open';
    emit(this, 'sourceopen');
  }
  // What was appended is no media.
  fail(buffer) {
    emit(buffer, 'error');
    this.readyState = 'ended';
    this.element?.fail(3, 'what was appended is no media');
  }
  get ranges() {
    const buffers = this.sourceBuffers;
    return buffers.length > 0 ? buffers.map((buffer) => buffer.ranges).reduce(common) : [];
  }
}

[TimeRanges, SourceBuffer, MediaSource].forEach(enumerable);
Object.assign(globalThis, { MediaSource, SourceBuffer, SourceBufferList, TimeRanges });
