// The media element: plays what its source buffers have in common, as Chromium does.

const { clock, emit, silent, size } = browser;

const enoughAhead = 0.2; // Seconds that the renderers hold before they start.
// Chromium plays audio on for some seconds when video alone is missing, and then drops the late frames.
const audioAlone = 3;
const startTolerance = 0.1; // Seconds before the first frame from which playback starts all the same.
const endTolerance = 0.05;
const timeUpdateInterval = 250; // Chromium fires timeupdate four times a second.
const instant = 1e-9;
const slowest = 0.0625; // Chromium plays at no other rates, and at 0.
const fastest = 16;

const nothing = 0;
const metadata = 1;
const currentData = 2;
const enoughData = 4;

// Web IDL, "double": a number, and a finite one.
function double(value) {
  const number = +value;
  if (!Number.isFinite(number)) throw new TypeError('The provided double value is non-finite.');
  return number;
}
const isSupported = (rate) => rate === 0 || (rate >= slowest && rate <= fastest);

class HTMLMediaElement extends HTMLElement {
  #source = null;
  #address = '';
  #opened = '';
  #position = 0;
  #since = 0;
  #shownFrom = 0;
  #isMoving = false;
  #rate = 1;
  #defaultRate = 1;
  #waitsForSeek = false;
  #mark = 0;
  #updates = 0;
  #preroll = 0;
  #isReady = false;
  #hasLoaded = false;
  // HTML Standard, "can autoplay flag": the element begins by itself unless it was paused.
  #mayAutoplay = true;
  // Where video ended while audio plays on.
  #videoEnd = null;
  #late = 0;
  #state = '';

  constructor(name) {
    super(name);
    Object.assign(this, {
      paused: true, ended: false, seeking: false, autoplay: false, muted: false, defaultMuted: false, volume: 1,
      loop: false, controls: false, preload: 'auto', error: null, readyState: nothing, networkState: 0,
      crossOrigin: null, playsInline: true, disableRemotePlayback: false, preservesPitch: true, mediaKeys: null,
      width: size.width, height: size.height, videoWidth: size.width, videoHeight: size.height,
      played: new TimeRanges(),
    });
    const tracks = () => {
      const list = silent([]);
      list.getTrackById = () => null;
      return list;
    };
    this.textTracks = tracks();
  }

  // What is played.

  get src() {
    return this.#address;
  }
  set src(address) {
    this.#address = String(address);
    this.#open(this.#address);
  }
  get currentSrc() {
    return this.#opened;
  }
  get srcObject() {
    return null;
  }
  set srcObject(object) {
    if (object) this.src = URL.createObjectURL(object);
    else this.#detach();
  }
  removeAttribute(name) {
    super.removeAttribute(name);
    if (name !== 'src') return;
    this.#address = '';
    this.#detach();
  }
  childAdded(node) {
    if (node.nodeName === 'SOURCE' && this.#address === '' && !this.#source) clock.after(0, () => this.#openChild());
  }
  load() {
    if (this.#address !== '') this.#open(this.#address);
    else if (this.getElementsByTagName('source').length > 0) this.#openChild();
    else this.#detach();
  }
  canPlayType(type) {
    return MediaSource.isTypeSupported(type) || /^video\/mp4$/.test(type) ? 'probably' : '';
  }
  #openChild() {
    const address = this.getElementsByTagName('source')[0]?.src;
    if (address && this.#address === '' && address !== this.#opened) this.#open(address);
  }
  #open(address) {
    this.#detach();
    this.#opened = address;
    this.#mayAutoplay = true;
    const source = browser.objectAt(address);
    if (!source) return;
    this.#source = source;
    this.networkState = 2;
    clock.after(lab.openLag(), () => {
      if (this.#source !== source) return;
      emit(this, 'loadstart');
      source.open(this);
    });
  }
  #detach() {
    this.#halt();
    this.settleShown();
    const source = this.#source;
    this.#source = null;
    this.#opened = '';
    this.#position = 0;
    this.#isReady = this.#hasLoaded = false;
    this.readyState = nothing;
    this.ended = this.seeking = false;
    clock.cancel(this.#preroll);
    this.#preroll = 0;
    if (source) {
      source.close();
      emit(this, 'emptied');
    }
  }
  fail(code, message) {
    this.error = { code, message };
    this.#halt();
    emit(this, 'error');
  }

  // Time.

  get duration() {
    return this.#source ? this.#source.duration : NaN;
  }
  durationChanged() {
    emit(this, 'durationchange');
  }
  get currentTime() {
    this.#advance();
    return this.#position;
  }
  set currentTime(value) {
    const seconds = double(value);
    // Playback stops where it is; what lies between is not shown.
    this.#halt();
    this.settleShown();
    const end = this.duration;
    this.#position = Math.max(0, end >= 0 ? Math.min(seconds, end) : seconds);
    this.#shownFrom = this.#position;
    this.#videoEnd = null;
    this.ended = false;
    this.seeking = true;
    this.#tell();
    clock.after(0, () => {
      emit(this, 'seeking');
      this.#loseMedia();
      this.#waitsForSeek = true;
      this.mediaChanged();
    });
  }
  // Media Source Extensions, "Seeking": where no media is at the new position, the element falls back to metadata.
  #loseMedia() {
    if (this.readyState <= metadata || this.#end > this.#position || this.#isLast) return;
    const couldPlay = this.readyState > currentData;
    this.readyState = metadata;
    if (!couldPlay || this.paused) return;
    emit(this, 'timeupdate');
    emit(this, 'waiting');
  }
  get playbackRate() {
    return this.#rate;
  }
  set playbackRate(value) {
    const rate = double(value);
    if (!isSupported(rate)) throw new DOMException(`not supported: a playback rate of ${rate}`, 'NotSupportedError');
    this.#setRate(rate);
  }
  // The viewer's rate, which may be one that no page can set.
  playAt(rate) {
    this.#defaultRate = rate;
    this.#setRate(rate);
  }
  #setRate(rate) {
    this.#advance();
    if (rate === this.#rate) return;
    this.#rate = rate;
    clock.after(0, () => emit(this, 'ratechange'));
    this.#move();
    this.#tell();
  }
  get defaultPlaybackRate() {
    return this.#defaultRate;
  }
  set defaultPlaybackRate(value) {
    const rate = double(value);
    // Chromium passes over one that it does not support.
    if (isSupported(rate)) this.#defaultRate = rate;
  }
  get buffered() {
    return new TimeRanges(this.#source?.ranges ?? []);
  }
  get seekable() {
    const end = this.duration;
    return new TimeRanges(end > 0 ? [[0, end]] : []);
  }

  play() {
    if (this.paused) {
      this.paused = false;
      clock.after(0, () => {
        emit(this, 'play');
        if (this.readyState < enoughData) emit(this, 'waiting');
      });
    }
    if (this.ended) this.currentTime = 0;
    this.mediaChanged();
    this.#note();
    return Promise.resolve();
  }
  pause() {
    this.#mayAutoplay = false;
    if (this.paused) return;
    this.paused = true;
    this.#halt();
    clock.after(0, () => {
      emit(this, 'timeupdate');
      emit(this, 'pause');
    });
  }

  getVideoPlaybackQuality() {
    const frames = (this.#videoEnd ?? this.currentTime) * lab.frameRate();
    return {
      droppedVideoFrames: Math.round(this.#late * lab.frameRate()), totalVideoFrames: Math.round(frames),
      corruptedVideoFrames: 0, creationTime: clock.now,
    };
  }
  addTextTrack(kind = '', label = '', language = '') {
    const cues = [];
    cues.getCueById = () => null;
    return silent({ kind, label, language, mode: 'disabled', cues, activeCues: [], addCue: () => {}, removeCue: () => {} });
  }
  setMediaKeys() {
    return Promise.resolve();
  }
  requestVideoFrameCallback() {
    return 0;
  }
  cancelVideoFrameCallback() {}

  // What is there and what follows from it.

  // The end of the buffered range that holds the playhead; the playhead if none does.
  #endIn(ranges) {
    for (const [from, to] of ranges) {
      if (this.#position >= from - startTolerance && this.#position < to - instant) return to;
    }
    return this.#position;
  }
  get #end() {
    return this.#endIn(this.#source?.ranges ?? []);
  }
  get #audioEnd() {
    const audio = this.#source?.sourceBuffers.find((buffer) => buffer.kind === 'audio');
    return audio ? this.#endIn(audio.ranges) : this.#position;
  }
  get #isLast() {
    return this.#source?.readyState === 'ended' && this.#position >= this.duration - endTolerance;
  }

  mediaChanged() {
    const source = this.#source;
    if (!source || this.ended || source.readyState === 'closed') return;
    this.#advance();
    if (this.readyState < metadata) {
      const buffers = source.sourceBuffers;
      if (buffers.length === 0 || !buffers.every((buffer) => buffer.hasStarted)) return;
      this.readyState = metadata;
      emit(this, 'durationchange');
      emit(this, 'loadedmetadata');
    }
    const ahead = this.#end - this.#position;
    const isEnough = ahead > enoughAhead || (ahead > 0 && source.readyState === 'ended');
    // A seek to the end of media that has ended is over there, with the last frame (HTML Standard, "Seeking").
    if (ahead > 0 || this.#isLast) {
      if (this.readyState < currentData) {
        this.readyState = currentData;
        if (!this.#hasLoaded) emit(this, 'loadeddata');
        this.#hasLoaded = true;
      }
      if (this.#waitsForSeek) {
        this.#waitsForSeek = false;
        this.seeking = false;
        emit(this, 'timeupdate');
        emit(this, 'seeked');
      }
      if (this.#videoEnd !== null) {
        this.#late += this.#position - this.#videoEnd;
        this.#videoEnd = null;
      }
    }
    if (isEnough && !this.seeking) this.#prepare();
    else if (this.#isMoving) this.#move();
    const isDone = this.#isLast && !this.#isMoving && !this.seeking && (!this.paused || ahead <= 0);
    if (isDone && this.readyState >= currentData) this.#finish();
    emit(this, 'progress');
  }
  // The renderers take some time before the first frame of all; later ones come at once.
  #prepare() {
    if (this.#isReady) return this.#begin();
    if (this.#preroll !== 0) return;
    this.#preroll = clock.after(lab.frameLag(), () => {
      this.#preroll = 0;
      this.#isReady = true;
      this.mediaChanged();
    });
  }
  #begin() {
    if (this.readyState < enoughData) {
      this.readyState = enoughData;
      emit(this, 'canplay');
      emit(this, 'canplaythrough');
      if (this.autoplay && this.paused && this.#mayAutoplay) {
        this.paused = false;
        emit(this, 'play');
      }
    }
    if (this.paused || this.seeking || this.readyState < enoughData) return;
    if (!this.#isMoving) {
      this.#isMoving = true;
      this.#since = clock.now;
      this.#updates = setInterval(() => emit(this, 'timeupdate'), timeUpdateInterval);
      this.#note();
      emit(this, 'playing');
    }
    if (this.#isMoving) this.#move();
  }
  #advance() {
    if (!this.#isMoving) return;
    this.#position += ((clock.now - this.#since) / 1000) * this.#rate;
    this.#since = clock.now;
  }
  #halt() {
    this.#advance();
    if (this.#isMoving) {
      this.#isMoving = false;
      clearInterval(this.#updates);
    }
    this.#move();
    this.#note();
  }
  // Plans when the playhead comes to the end of what is there.
  #move() {
    clock.cancel(this.#mark);
    if (!this.#isMoving || !(this.#rate > 0)) return;
    this.#advance();
    let end = this.#end;
    if (end <= this.#position + instant && this.#videoEnd !== null) {
      end = Math.min(this.#audioEnd, this.#videoEnd + audioAlone);
    }
    this.#mark = clock.after(((end - this.#position) / this.#rate) * 1000, () => this.#reach());
  }
  #reach() {
    this.#advance();
    const end = this.#end;
    if (end - this.#position > 1e-6) return this.#move();
    if (!this.#isLast) {
      if (this.#videoEnd === null) {
        this.#videoEnd = this.#position;
        this.readyState = currentData;
      }
      const limit = Math.min(this.#audioEnd, this.#videoEnd + audioAlone);
      if (limit > this.#position + 1e-6) return this.#move();
    }
    if (this.#isLast) return this.#finish();
    this.settleShown();
    this.#halt();
    this.readyState = currentData;
    emit(this, 'timeupdate');
    emit(this, 'waiting');
  }
  #finish() {
    const wasPaused = this.paused;
    this.ended = true;
    this.paused = true;
    this.#halt();
    this.settleShown();
    emit(this, 'timeupdate');
    if (!wasPaused) emit(this, 'pause');
    emit(this, 'ended');
  }

  // What the lab is told.

  get #condition() {
    if (this.ended) return 'ended';
    // Players stop playback to buffer by a rate of 0: the viewer waits.
    if (this.#isMoving) return this.#rate === 0 ? 'waiting' : 'playing';
    return this.paused ? 'paused' : 'waiting';
  }
  #note() {
    if (this.#condition !== this.#state) this.#tell();
  }
  #tell() {
    this.#state = this.#condition;
    lab.playback(this.#state, this.#position, this.#rate);
  }
  // Says which media was shown up to now, before any of it is taken away.
  settleShown() {
    this.#advance();
    const from = this.#shownFrom;
    const to = this.#position;
    this.#shownFrom = to;
    if (!(to > from)) return;
    for (const buffer of this.#source?.sourceBuffers ?? []) {
      for (const piece of buffer.pieces) {
        const start = Math.max(piece.from, from);
        const end = Math.min(piece.to, to);
        if (end - start > instant) lab.shown(piece.id, start, end);
      }
    }
  }
}

class HTMLVideoElement extends HTMLMediaElement {}

['HAVE_NOTHING', 'HAVE_METADATA', 'HAVE_CURRENT_DATA', 'HAVE_FUTURE_DATA', 'HAVE_ENOUGH_DATA'].forEach((name, index) => {
  HTMLMediaElement[name] = HTMLMediaElement.prototype[name] = index;
});
browser.enumerable(HTMLMediaElement);
Object.assign(globalThis, { HTMLMediaElement, HTMLVideoElement, HTMLAudioElement: HTMLMediaElement });
