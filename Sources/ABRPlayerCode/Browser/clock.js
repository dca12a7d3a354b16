// Virtual time: milliseconds since the play request, timers, dates and chance. Nothing here asks the machine.
//
// `lab.clock` is memory that the lab reads: the time now, and the time of the next timer.

const shared = new Float64Array(lab.clock);
const epoch = 1.7e12;
const frame = 1000 / 60;
// HTML Standard, timer initialisation steps: after five timers that set one another, 4 ms at least.
const freeNesting = 5;
const nestedDelay = 4;

let heap = [];
let timers = new Map();
let order = 0;
let lastId = 0;
let nesting = 0;

const precedes = (a, b) => a.time < b.time || (a.time === b.time && a.order < b.order);

function place(entry, index) {
  heap[index] = entry;
}

function push(entry) {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!precedes(entry, heap[parent])) break;
    place(heap[parent], index);
    index = parent;
  }
  place(entry, index);
}

function pop() {
  const top = heap[0];
  const last = heap.pop();
  if (heap.length > 0) {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && precedes(heap[child + 1], heap[child])) child += 1;
      if (!precedes(heap[child], last)) break;
      place(heap[child], index);
      index = child;
    }
    place(last, index);
  }
  return top;
}

// Forgets timers that were cancelled, so that the time of the next one is true.
function settle() {
  while (heap.length > 0 && heap[0].isCancelled) pop();
  shared[1] = heap.length > 0 ? heap[0].time : Infinity;
}

function schedule(time, run, interval, depth = nesting + 1) {
  const entry = { id: ++lastId, time, order: ++order, run, interval, nesting: depth, isCancelled: false };
  timers.set(entry.id, entry);
  push(entry);
  settle();
  return entry.id;
}

function cancel(id) {
  const entry = timers.get(id);
  if (!entry) return;
  entry.isCancelled = true;
  timers.delete(id);
  settle();
}

function delayed(delay) {
  const wanted = Math.max(0, +delay || 0);
  return nesting >= freeNesting ? Math.max(nestedDelay, wanted) : wanted;
}

const clock = {
  get now() {
    return shared[0];
  },
  // Runs a task of the browser after so many milliseconds. It is no timer: those that it sets are the first of theirs.
  after: (delay, run) => schedule(shared[0] + Math.max(0, delay), run, null, 0),
  cancel,
};

// Called by the lab: runs the next timer if it is due, one a call, so that promises settle in between.
function fire(time) {
  shared[0] = Math.max(shared[0], time);
  settle();
  nesting = 0;
  if (heap.length === 0 || heap[0].time > shared[0]) return;
  const entry = pop();
  nesting = entry.nesting;
  if (entry.interval === null) {
    timers.delete(entry.id);
  } else {
    entry.nesting += 1;
    entry.time += entry.nesting > freeNesting ? Math.max(nestedDelay, entry.interval) : entry.interval;
    entry.order = ++order;
    push(entry);
  }
  browser.guard(entry.run);
  // Promises settle after this call and belong to the timer's task: the nesting holds until the next task begins.
  settle();
}

// Chance: one generator (sfc32 with its state from the seed) for everything.
let state = [0, 0, 0, 0];

function random32() {
  const mixed = (((state[0] + state[1]) | 0) + state[3]) | 0;
  state[3] = (state[3] + 1) | 0;
  state[0] = state[1] ^ (state[1] >>> 9);
  state[1] = (state[2] + (state[2] << 3)) | 0;
  state[2] = (state[2] << 21) | (state[2] >>> 11);
  state[2] = (state[2] + mixed) | 0;
  return mixed >>> 0;
}

function begin(seed) {
  heap = [];
  timers = new Map();
  order = 0;
  lastId = 0;
  nesting = 0;
  shared[0] = 0;
  shared[1] = Infinity;
  state = [seed | 0, (seed / 4294967296) | 0, 0x9e3779b9 | 0, 1];
  for (let round = 0; round < 15; round += 1) random32();
}

// What scripts see of it.
const RealDate = Date;

function VirtualDate(...parts) {
  const time = Math.floor(epoch + shared[0]);
  if (!new.target) return new RealDate(time).toString();
  return Reflect.construct(RealDate, parts.length > 0 ? parts : [time], new.target);
}
Object.setPrototypeOf(VirtualDate, RealDate);
VirtualDate.prototype = RealDate.prototype;
VirtualDate.prototype.constructor = VirtualDate;
VirtualDate.now = () => Math.floor(epoch + shared[0]);

const callable = (run) => (typeof run === 'function' ? run : () => (0, eval)(String(run)));

Object.assign(globalThis, {
  Date: VirtualDate,
  setTimeout: (run, delay, ...values) => {
    const call = callable(run);
    return schedule(shared[0] + delayed(delay), () => call(...values), null);
  },
  setInterval: (run, delay, ...values) => {
    const call = callable(run);
    const period = Math.max(1, +delay || 0);
    return schedule(shared[0] + delayed(period), () => call(...values), period);
  },
  clearTimeout: cancel,
  clearInterval: cancel,
  requestAnimationFrame: (run) => {
    // A frame that begins now is over, whichever way its time was rounded.
    const next = (Math.floor(shared[0] / frame + 1e-6) + 1) * frame;
    return schedule(next, () => run(next), null);
  },
  cancelAnimationFrame: cancel,
  requestIdleCallback: (run) =>
    schedule(shared[0] + 1, () => run({ didTimeout: false, timeRemaining: () => 50 }), null),
  cancelIdleCallback: cancel,
  queueMicrotask: (run) => {
    Promise.resolve().then(() => browser.guard(run));
  },
});

Math.random = () => random32() / 4294967296;

const hex = (count) => {
  let text = '';
  while (text.length < count) text += random32().toString(16).padStart(8, '0');
  return text.slice(0, count);
};

globalThis.crypto = {
  getRandomValues: (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = random32();
    return array;
  },
  randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
};

// Resource timing holds 250 entries, and no more until it is cleared.
const timingCapacity = 250;
let timings = [];

globalThis.performance = {
  timeOrigin: epoch,
  timing: { navigationStart: epoch },
  now: () => shared[0],
  mark: () => {},
  measure: () => {},
  clearMarks: () => {},
  clearMeasures: () => {},
  getEntries: () => timings.slice(),
  getEntriesByType: (type) => (type === 'resource' ? timings.slice() : []),
  getEntriesByName: (name) => timings.filter((entry) => entry.name === name),
  clearResourceTimings: () => {
    timings = [];
  },
  addEventListener: () => {},
  removeEventListener: () => {},
};

browser.clock = clock;
browser.fire = fire;
browser.arrive = (time) => {
  nesting = 0;
  shared[0] = Math.max(shared[0], time);
};
browser.beginClock = (seed) => {
  timings = [];
  begin(seed);
};
browser.addTiming = (entry) => {
  if (timings.length < timingCapacity) timings.push(entry);
};
