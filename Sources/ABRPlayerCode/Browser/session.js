// One session after another: what the lab calls.

let element = null;

browser.begin = (seed) => {
  browser.beginClock(seed);
  browser.beginAddresses();
  browser.beginNetwork();
  browser.beginDocument();
  element = document.createElement('video');
  element.autoplay = true;
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

// Lets an adapter create, attach and load the player. It ends the session by calling `fail`, by throwing, or by a promise
// that is rejected.
browser.start = (adapter, configuration, isLogged) => {
  browser.isLogged = isLogged > 0;
  const log = (name, data) => lab.console('event', `${name}${described(data)}`);
  const fail = (message) => lab.failed(String(message));
  const give = (error) => {
    browser.report(error);
    fail(`${error?.name ?? 'Error'}: ${error?.message ?? error}${error?.data ? `: ${error.data}` : ''}`);
  };
  try {
    const answer = adapter.start(
      adapter.find(globalThis), element, lab.manifest(), configuration, fail, browser.isLogged ? log : null);
    Promise.resolve(answer).catch(give);
  } catch (error) {
    give(error);
  }
};

// Options of a configuration that are not among a player's own, each a line: its path and the names known in its place.
// What a player's own leave empty takes any name.
browser.unknownOptions = (adapter, configuration) => {
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(configuration)) return 'no object';
  const own = adapter.options?.(adapter.find(globalThis));
  const look = (given, known, path) =>
    Object.keys(given).flatMap((name) => {
      if (!(name in known)) return [[path + name, ...Object.keys(known)].join('\t')];
      const isNested = isObject(given[name]) && isObject(known[name]) && Object.keys(known[name]).length > 0;
      return isNested ? look(given[name], known[name], `${path}${name}.`) : [];
    });
  return isObject(own) ? look(configuration, own, '').join('\n') : '';
};

// What was shown and not yet told.
browser.settle = () => element?.settleShown();
