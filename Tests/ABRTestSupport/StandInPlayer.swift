/// A player of the tests' own, so that players' own code is tested without anybody's: it reads an HLS manifest, fetches
/// one segment after another up to 20 s ahead, and takes what the last download would carry.
public enum StandInPlayer {
  /// The player, with places in which tests put faults.
  ///
  /// - Parameters:
  ///   - onLoad: runs with the script.
  ///   - onStart: runs as the player starts.
  ///   - onSegment: runs before each request for a segment; sees `number`, `level` and `player`.
  ///   - media: what is appended in place of the bytes `data`.
  public static func script(onLoad: String = "", onStart: String = "", onSegment: String = "", media: String = "data")
    -> String
  {
    """
    class StandIn {
      constructor(video, address, goal) {
        \(onStart)
        this.base = address.replace(/[^/]*$/, '');
        this.goal = goal;
        this.video = video;
        this.rate = 0;
        this.most = Infinity;
        this.source = new MediaSource();
        video.src = URL.createObjectURL(this.source);
        this.source.addEventListener('sourceopen', () => this.load(address).catch((error) => this.failed(error)));
      }
      async load(address) {
        const lines = (await this.get(address, 'text')).split('\\n');
        this.levels = lines.flatMap((line, index) =>
          line.startsWith('#EXT-X-STREAM-INF') ? [{ bandwidth: +/[:,]BANDWIDTH=(\\d+)/.exec(line)[1], address: this.base + lines[index + 1] }] : []);
        this.buffer = this.source.addSourceBuffer('video/mp4; codecs="avc1.42C01E"');
        const list = await this.get(this.levels[0].address, 'text');
        this.durations = [...list.matchAll(/#EXTINF:([\\d.]+)/g)].map((match) => +match[1]);
        this.source.duration = this.durations.reduce((sum, one) => sum + one, 0);
        let last = -1;
        for (let number = 0; number < this.durations.length; number += 1) {
          while (this.ahead() > this.goal) await new Promise((resolve) => setTimeout(resolve, 100));
          let level = 0;
          this.levels.forEach((one, index) => { if (one.bandwidth < 0.8 * this.rate && index <= this.most) level = index; });
          const player = this;
          \(onSegment)
          const folder = this.levels[level].address.replace(/[^/]*$/, '');
          if (level !== last) await this.append(await this.get(folder + 'init.mp4', 'arraybuffer'));
          last = level;
          const start = performance.now();
          const data = await this.get(`${folder}${number}.m4s`, 'arraybuffer');
          this.rate = (data.byteLength * 8000) / (performance.now() - start);
          await this.append(\(media));
        }
        this.source.endOfStream();
      }
      ahead() {
        const { buffered, currentTime } = this.video;
        return buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0;
      }
      append(data) {
        return new Promise((resolve) => {
          this.buffer.addEventListener('updateend', resolve, { once: true });
          this.buffer.appendBuffer(data);
        });
      }
      get(address, type) {
        return new Promise((resolve, reject) => {
          const request = (this.request = new XMLHttpRequest());
          request.open('GET', address);
          request.responseType = type;
          request.onload = () => (request.status === 200 ? resolve(request.response) : reject(new Error(`${request.status} ${address}`)));
          request.send();
        });
      }
    }
    StandIn.version = '1.0';
    globalThis.StandIn = StandIn;
    \(onLoad)
    """
  }

  /// What starts it.
  public static let adapter = """
    ({
      name: 'stand-in',
      looksFor: 'a global StandIn',
      packaging: 'hls',
      find: (page) => page.StandIn ?? null,
      version: (StandIn) => StandIn.version,
      options: () => ({ goal: 20, network: { retries: 0 }, servers: {} }),
      start(StandIn, video, address, configuration, fail, log) {
        log?.('starting', { goal: configuration?.goal ?? 20, video });
        const player = new StandIn(video, address, configuration?.goal ?? 20);
        player.failed = (error) => fail(error.message);
        video.onerror = () => fail(`media error ${video.error.code}`);
        return player;
      },
      limit(player, lowest, highest) {
        player.most = highest.index;
      },
    })
    """
}
