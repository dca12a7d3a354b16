// One session after another: what the lab calls.

let element = null;
let adapter = null;
let player = null;

browser.begin = (seed, autoplay, rate) => {
  browser.beginClock(seed);
  browser.beginAddresses();
  browser.beginNetwork();
  browser.beginDocument();
  element = document.createElement('video');
  element.autoplay = autoplay === 1;
  element.playAt(rate);
  adapter = player = null;
  element.muted = true;
  element.id = 'video';
  document.body.appendChild(element);
};

// The members of an event that are numbers, texts or truths, without those that every event has.
const plain = new Event('');
function described(data) {
  if (typeof data !== 'object' || data === null) return '';
  return Object.entries(data)
    .filter(([name, value]) => !(name in plain) && ['number', 'boolean', 'string'].includes(typeof value))
    .map(([name, value]) => ` ${name}=${String(value).slice(0, 80)}`)
    .join('');
}

// What ends the session: a message, or what was thrown.
function fail(reason) {
  if (typeof reason !== 'object' || reason === null) return lab.failed(String(reason));
  browser.report(reason);
  lab.failed(`${reason.name ?? 'Error'}: ${reason.message ?? reason}${reason.data ? `: ${reason.data}` : ''}`);
}

// Lets an adapter create, attach and load the player, and answer with it or with a promise of it. It ends the session
// by calling `fail`, by throwing, or by a promise that is rejected.
browser.start = (chosen, configuration) => {
  adapter = chosen;
  browser.isLogged = lab.isLogged() > 0;
  const log = (name, data) => lab.console('event', `${name}${described(data)}`);
  try {
    const answer = adapter.start(
      adapter.find(globalThis), element, lab.manifest(), configuration, fail, browser.isLogged ? log : null);
    player = answer;
    if (typeof answer?.then !== 'function') return;
    answer.then((made) => {
      player = made;
    }, fail);
  } catch (error) {
    fail(error);
  }
};

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// Sets a member of an object by the names that lead to it.
browser.setOption = (object, path, value) => {
  const names = path.split('.');
  const last = names.pop();
  names.reduce((inner, name) => (inner[name] = isObject(inner[name]) ? inner[name] : {}), object)[last] = value;
};

// The type of what a player's own options have at a path; of a path that they lack, a space and the names that it may
// stand for. Empty where the player does not say.
browser.optionType = (adapter, path) => {
  const own = adapter.options?.(adapter.find(globalThis));
  if (!isObject(own)) return '';
  const all = (object, prefix) =>
    Object.keys(object).flatMap((name) =>
      isObject(object[name]) && Object.keys(object[name]).length > 0
        ? [[prefix + name, ''], ...all(object[name], `${prefix}${name}.`)]
        : [[prefix + name, object[name] === null || isObject(object[name]) ? '' : typeof object[name]]],
    );
  const known = all(own, '');
  const found = known.find(([name]) => name === path);
  if (found) return found[1];
  // What a player's own leave empty takes any name.
  const isOpen = ([name, type]) => type === '' && path.startsWith(`${name}.`) && !known.some(([other]) => other.startsWith(`${name}.`));
  if (known.some(isOpen)) return '';
  const last = path.split('.').pop();
  const ends = known.map(([name]) => name).filter((name) => name.split('.').pop() === last);
  return ` ${(ends.length > 0 ? ends : known.map(([name]) => name)).join(' ')}`;
};

// Options of a configuration that a player will not take as they are meant, each a line: one that is not among its own
// with its path and the names known in its place, one of another type with nothing, path, value and type. What a
// player's own leave empty takes any name, and an object may stand for any value.
browser.doubtfulOptions = (adapter, configuration) => {
  if (!isObject(configuration) || typeof configuration.then === 'function') return 'no object';
  const plain = ['number', 'boolean', 'string'];
  const own = adapter.options?.(adapter.find(globalThis));
  const look = (given, known, path) =>
    Object.keys(given).flatMap((name) => {
      if (!(name in known)) return [[path + name, ...Object.keys(known)].join('\t')];
      const [value, usual] = [given[name], known[name]];
      if (isObject(value) && isObject(usual) && Object.keys(usual).length > 0) {
        return look(value, usual, `${path}${name}.`);
      }
      const isOther = typeof value !== typeof usual && [value, usual].every((one) => plain.includes(typeof one));
      return isOther ? [['', path + name, JSON.stringify(value), typeof usual].join('\t')] : [];
    });
  return isObject(own) ? look(configuration, own, '').join('\n') : '';
};

// What the viewer does with the media element, and the app with the player.

const action = (run) => (time, ...values) => {
  browser.arrive(time);
  browser.guard(() => run(...values));
};
browser.play = action(() => element.play());
browser.pause = action(() => element.pause());
browser.setRate = action((rate) => {
  element.playAt(rate);
});
// An app goes to a position once the media is known, by the player where that wants to know. A player that goes to its
// own first position then does so before.
browser.seek = action((position) => {
  const seek = () => {
    lab.seeking(position);
    if (adapter?.seek) adapter.seek(player, position);
    else element.currentTime = position;
  };
  if (element.readyState >= HTMLMediaElement.HAVE_METADATA) return seek();
  lab.seekWaits(position);
  element.addEventListener('loadedmetadata', () => browser.clock.after(0, seek), { once: true });
});
browser.limit = action((lowest, highest) => {
  const rendition = (index) => ({
    index, bandwidth: lab.bandwidth(index, false), bandwidthWithAudio: lab.bandwidth(index, true),
  });
  try {
    adapter.limit(player, rendition(lowest), rendition(highest));
  } catch (error) {
    fail(error);
  }
});

// What was shown and not yet told.
browser.settle = () => element?.settleShown();
