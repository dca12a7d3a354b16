({
  name: 'hls.js',
  looksFor: 'a global Hls with isSupported and Events',
  packaging: 'hls',
  find: (page) => (page.Hls?.isSupported && page.Hls.Events ? page.Hls : null),
  version: (Hls) => Hls.version,
  options: (Hls) => Hls.DefaultConfig,
  start(Hls, video, address, configuration, fail, log) {
    const player = new Hls(configuration ?? {});
    player.on(Hls.Events.ERROR, (event, data) => {
      if (data.fatal) fail(`${data.type}: ${data.details}: ${data.error?.message ?? ''}`);
    });
    if (log) Object.values(Hls.Events).forEach((event) => player.on(event, (name, data) => log(name, data)));
    player.loadSource(address);
    player.attachMedia(video);
    return player;
  },
  limit(player, lowest, highest) {
    player.autoLevelCapping = highest.index;
    player.config.minAutoBitrate = lowest.bandwidth;
  },
})
