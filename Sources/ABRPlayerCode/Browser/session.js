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

// Lets an adapter create, attach and load the player. It ends the session by calling `fail`, by throwing, or by a promise
// that is rejected.
browser.start = (adapter, configuration) => {
  const fail = (message) => lab.failed(String(message));
  const give = (error) => {
    browser.report(error);
    fail(`${error?.name ?? 'Error'}: ${error?.message ?? error}${error?.data ? `: ${error.data}` : ''}`);
  };
  try {
    const answer = adapter.start(adapter.find(globalThis), element, lab.manifest(), configuration, fail);
    Promise.resolve(answer).catch(give);
  } catch (error) {
    give(error);
  }
};

// What was shown and not yet told.
browser.settle = () => element?.settleShown();
