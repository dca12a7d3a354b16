({
  name: 'video.js',
  looksFor: 'a global videojs with getTech',
  packaging: 'hls',
  find: (page) => (page.videojs?.getTech ? page.videojs : null),
  version: (videojs) => videojs.VERSION,
  start(videojs, video, address, configuration, fail, log) {
    const options = { autoplay: true, muted: true, preload: 'auto', ...(configuration ?? {}) };
    const player = videojs(video, options);
    player.on('error', () => fail(player.error()?.message ?? 'error'));
    if (log) ['loadstart', 'waiting', 'playing', 'resize', 'progress', 'ended'].forEach((name) => player.on(name, () => log(name)));
    player.src({ src: address, type: 'application/x-mpegURL' });
  },
})
