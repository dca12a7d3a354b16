({
  name: 'Shaka Player',
  looksFor: 'a global shaka with Player',
  packaging: 'dash',
  find: (page) => (page.shaka?.Player ? page.shaka : null),
  version: (shaka) => shaka.Player.version,
  options: (shaka) => new shaka.Player().getConfiguration(),
  start(shaka, video, address, configuration, fail, log) {
    shaka.polyfill?.installAll();
    const player = new shaka.Player();
    player.addEventListener('error', (event) => {
      const { category, code, severity, data } = event.detail;
      if (severity === 2) fail(`error ${code} of category ${category}: ${data}`);
    });
    for (const name of ['adaptation', 'variantchanged', 'buffering', 'downloadcompleted', 'segmentappended', 'stalldetected']) {
      if (log) player.addEventListener(name, (event) => log(name, event));
    }
    const load = async () => {
      await player.attach(video);
      if (configuration) player.configure(configuration);
      await player.load(address);
      if (video.autoplay) video.play();
    };
    load().catch(fail);
    return player;
  },
  limit(player, lowest, highest) {
    const [minBandwidth, maxBandwidth] = [lowest, highest].map((rendition) => rendition.bandwidthWithAudio);
    player.configure({ abr: { restrictions: { minBandwidth, maxBandwidth } } });
  },
})
