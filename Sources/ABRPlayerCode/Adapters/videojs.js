({
  name: 'video.js',
  looksFor: 'a global videojs with getTech',
  packaging: 'hls',
  find: (page) => (page.videojs?.getTech ? page.videojs : null),
  version: (videojs) => videojs.VERSION,
  start(videojs, video, address, configuration, fail, log) {
    const options = { autoplay: video.autoplay, muted: true, preload: 'auto', ...(configuration ?? {}) };
    const player = videojs(video, options);
    player.on('error', () => fail(player.error()?.message ?? 'error'));
    if (log) ['loadstart', 'waiting', 'playing', 'resize', 'progress', 'ended'].forEach((name) => player.on(name, () => log(name)));
    player.src({ src: address, type: 'application/x-mpegURL' });
    return player;
  },
  seek: (player, position) => player.currentTime(position),
  limit(player, lowest, highest) {
    const choose = () => {
      const tech = player.tech({});
      for (const rendition of (tech.vhs ?? tech.hls).representations()) {
        rendition.enabled(rendition.bandwidth >= lowest.bandwidth && rendition.bandwidth <= highest.bandwidth);
      }
    };
    if (player.readyState() > 0) choose();
    else player.one('loadedmetadata', choose);
  },
})
