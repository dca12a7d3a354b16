({
  name: 'dash.js',
  looksFor: 'a global dashjs with MediaPlayer',
  packaging: 'dash',
  find: (page) => (page.dashjs?.MediaPlayer ? page.dashjs : null),
  version: (dashjs) => dashjs.MediaPlayer().create().getVersion(),
  options: (dashjs) => dashjs.MediaPlayer().create().getSettings(),
  start(dashjs, video, address, configuration, fail, log) {
    const player = dashjs.MediaPlayer().create();
    if (configuration) player.updateSettings(configuration);
    player.on(dashjs.MediaPlayer.events.ERROR, (event) => fail(event.error?.message ?? String(event.error)));
    if (log) Object.values(dashjs.MediaPlayer.events).forEach((event) => player.on(event, (data) => log(event, data)));
    // The player starts by itself where it is to wait for a level; an element with the attribute would not wait.
    const autoplays = video.autoplay;
    video.autoplay = false;
    player.initialize(video, address, autoplays);
    return player;
  },
  limit(player, lowest, highest) {
    const [minBitrate, maxBitrate] = [lowest, highest].map(({ bandwidth }) => ({ video: bandwidth / 1000 }));
    player.updateSettings({ streaming: { abr: { minBitrate, maxBitrate } } });
  },
})
