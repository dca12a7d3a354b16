import Testing

@testable import ABRPlayerCode

@Suite("The virtual browser", .enabled(if: hasJavaScript, javaScriptAbsence)) struct BrowserTests {
  // MARK: Clock

  @Test func timersRunInOrder() throws {
    let browser = try BrowserUnderTest()
    try browser.run(
      """
      var seen = [];
      setTimeout(() => seen.push('b' + performance.now()), 20);
      setTimeout(() => seen.push('a' + performance.now()), 10);
      setTimeout(() => seen.push('c' + performance.now()), 20);
      const gone = setTimeout(() => seen.push('never'), 15);
      clearTimeout(gone);
      Promise.resolve().then(() => seen.push('promise'));
      """)
    try browser.advance(to: 30)
    #expect(try browser.run("seen.join(' ')") == "promise a10 b20 c20")
  }

  @Test func nestedTimersTakeFourMilliseconds() throws {
    let browser = try BrowserUnderTest()
    try browser.run(
      "var times = []; const again = () => { times.push(performance.now()); setTimeout(again, 0); }; again();")
    try browser.advance(to: 12)
    #expect(try browser.run("times.join(' ')") == "0 0 0 0 0 0 4 8 12")
  }

  @Test func timersOfPromisesAreNestedInTheirTimer() throws {
    let browser = try BrowserUnderTest()
    // It ends by itself where time stands still.
    try browser.run(
      """
      var times = [];
      (async () => {
        for (let turn = 0; turn < 50; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          await null;
          times.push(performance.now());
        }
      })();
      """)
    try browser.advance(to: 12)
    #expect(try browser.run("times.join(' ')") == "0 0 0 0 0 4 8 12")
  }

  @Test func intervalsRepeatUntilTheyAreCleared() throws {
    let browser = try BrowserUnderTest()
    try browser.run(
      "var count = 0; const id = setInterval(() => { count += 1; if (count === 3) clearInterval(id); }, 100);")
    try browser.advance(to: 1000)
    #expect(try browser.run("count") == "3")
  }

  @Test func framesComeOncePerFrame() throws {
    let browser = try BrowserUnderTest()
    try browser.run(
      "var frames = 0; const draw = () => { frames += 1; requestAnimationFrame(draw); }; requestAnimationFrame(draw);")
    try browser.advance(to: 10_001)
    #expect(try browser.run("frames") == "600")
  }

  @Test func datesAndChanceAreVirtual() throws {
    let script = "[Date.now(), new Date().toISOString(), Math.random(), crypto.randomUUID()].join(' ')"
    let first = try BrowserUnderTest(seed: 5).run(script)
    #expect(try BrowserUnderTest(seed: 5).run(script) == first)
    #expect(try BrowserUnderTest(seed: 6).run(script) != first)
    #expect(first.hasPrefix("1700000000000 2023-11-14T22:13:20.000Z"))
    #expect(
      try BrowserUnderTest().run("new Date(0).getTime() + ' ' + (new Date() instanceof Date) + typeof Date()")
        == "0 truestring")
  }

  // MARK: Events and documents

  @Test func anErrorOfOneListenerStopsNoOther() throws {
    let browser = try BrowserUnderTest()
    try browser.run(
      """
      var seen = [];
      const target = new EventTarget();
      target.onping = () => seen.push('handler');
      target.addEventListener('ping', () => { throw new Error('first'); });
      target.addEventListener('ping', () => seen.push('second'), { once: true });
      target.dispatchEvent(new Event('ping'));
      target.dispatchEvent(new Event('ping'));
      """)
    #expect(try browser.run("seen.join(' ')") == "handler second handler")
  }

  @Test(arguments: [
    ("new URL('../a/./b.m4s?x=1#y', 'http://h:8080/p/q/r').href", "http://h:8080/p/a/b.m4s?x=1#y"),
    ("new URL('/a', 'https://h/p').href", "https://h/a"),
    ("new URL('//other/a', 'https://h/p').href", "https://other/a"),
    ("new URL('http://h:80/a b').host", "h"),
    ("const u = new URL('http://h/?a=1'); u.searchParams.set('b', '2 3'); u.href", "http://h/?a=1&b=2%203"),
    ("try { new URL('nothing') } catch (error) { error.name }", "TypeError"),
    ("new TextDecoder().decode(new TextEncoder().encode('é€😀'))", "é€😀"),
    ("atob(btoa('any carnal pleasure'))", "any carnal pleasure"),
    ("new DOMParser().parseFromString('<a x=\"1&amp;2\"><b/>t</a>').documentElement.getAttribute('x')", "1&2"),
    ("new DOMParser().parseFromString('').documentElement.nodeName", "parsererror"),
    ("document.body.innerHTML = '<p class=\"k\"><br>t</p>'; document.querySelector('.k').textContent", "t"),
    (
      """
      const video = document.body.appendChild(document.createElement('video')); video.src = 'blob:x';
      [document.querySelector('[src="blob:x"]') === video, document.querySelector('[src="blob:y"]')].join()
      """, "true,"
    ),
  ])
  func standardObjects(script: String, expected: String) throws {
    #expect(try BrowserUnderTest().run(script) == expected)
  }

  // MARK: Media

  @Test func mediaIsBufferedWhereItsTimesSay() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run(
      "source.duration = 60; append(header()).then(() => append(media(0, 4))).then(() => append(media(8, 12)));")
    try browser.advance(to: 5)
    #expect(try browser.run("ranges(buffer.buffered)") == "0-4 8-12")
    try browser.run("append(media(4, 8)).then(() => buffer.remove(1, 2));")
    try browser.advance(to: 10)
    #expect(try browser.run("ranges(buffer.buffered) + ' ' + ranges(video.buffered)") == "0-1 2-12 0-1 2-12")
  }

  @Test("an error says whether the media or the player made it")
  func errorsOfMedia() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run("source.duration = 60; source.endOfStream('decode');")
    let message = "video.error.code + ' ' + video.error.message"
    #expect(try browser.run(message) == "3 the player ended its media with the error decode")
    let other = try BrowserUnderTest()
    try other.openMedia()
    try other.run("source.duration = 60; buffer.appendBuffer(new Uint8Array(100).fill(7));")
    try other.advance(to: 1)
    #expect(try other.run(message) == "3 what was appended is no media")
  }

  @Test func mediaMayComeInPieces() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run(
      """
      const whole = new Uint8Array(media(0, 4));
      (async () => {
        await append(header());
        for (let at = 0; at < whole.length; at += 37) await append(whole.slice(at, at + 37));
      })();
      """)
    try browser.advance(to: 500)
    #expect(try browser.run("ranges(buffer.buffered)") == "0-4")
  }

  @Test func aFullBufferRefuses() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    #expect(
      try browser.run("try { buffer.appendBuffer(new Uint8Array(200e6)) } catch (error) { error.name }")
        == "QuotaExceededError")
    #expect(
      try browser.run("try { source.addSourceBuffer('video/mp2t') } catch (error) { error.name }")
        == "NotSupportedError")
    #expect(
      try browser.run(
        "buffer.appendBuffer(header()); try { buffer.appendBuffer(header()) } catch (error) { error.name }")
        == "InvalidStateError")
  }

  @Test func playsStallsAndEnds() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run("source.duration = 8; append(header()).then(() => append(media(0, 4))); video.play();")
    try browser.advance(to: 3000)
    #expect(try browser.run("Math.round(video.currentTime)") == "3")
    try browser.advance(to: 6000)
    #expect(try browser.run("video.currentTime + ' ' + video.readyState") == "4 2")
    try browser.run("append(media(4, 8)).then(() => source.endOfStream());")
    try browser.advance(to: 9999)
    #expect(try browser.run("video.ended") == "false")
    try browser.advance(to: 10_010)
    #expect(try browser.run("video.ended") == "true")
    let seen = try browser.run("seen.join(' ')")
    #expect(seen == "loadedmetadata waiting canplay playing waiting canplay playing ended")
  }

  @Test func playsAudioOnWhereOnlyPicturesAreMissing() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run(
      """
      const audio = source.addSourceBuffer('audio/mp4; codecs="mp4a.40.2"');
      audio.appendBuffer(header());
      append(header()).then(() => append(media(0, 4)));
      setTimeout(() => audio.appendBuffer(media(0, 20)), 2);
      video.play();
      """)
    try browser.advance(to: 6000)
    #expect(try browser.run("Math.round(video.currentTime)") == "6")
    try browser.run("append(media(4, 20))")
    try browser.advance(to: 6001)
    #expect(try browser.run("video.getVideoPlaybackQuality().droppedVideoFrames") == "50")
  }

  @Test(
    "the element refuses times and rates that Chromium refuses, and keeps its own",
    arguments: [
      ("currentTime = NaN", "TypeError"), ("currentTime = Infinity", "TypeError"), ("currentTime = 'x'", "TypeError"),
      ("currentTime = '3'", "none"), ("playbackRate = NaN", "TypeError"), ("playbackRate = -Infinity", "TypeError"),
      ("playbackRate = -1", "NotSupportedError"), ("playbackRate = 1e9", "NotSupportedError"),
      ("playbackRate = 0.06", "NotSupportedError"), ("playbackRate = 0", "none"), ("playbackRate = 16", "none"),
      ("defaultPlaybackRate = NaN", "TypeError"), ("defaultPlaybackRate = 2", "none"),
    ])
  func refusesTimesAndRates(assignment: String, error: String) throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run("source.duration = 8; append(header()).then(() => append(media(0, 8))); video.play();")
    try browser.advance(to: 1000)
    let values = "[video.currentTime, video.playbackRate, video.defaultPlaybackRate].join(' ')"
    let before = try browser.run(values)
    #expect(
      try browser.run("(() => { try { video.\(assignment); return 'none' } catch (error) { return error.name } })()")
        == error)
    #expect(try (browser.run(values) == before) == (error != "none"))
  }

  @Test func waitsWhereASeekLeavesTheBuffer() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run("source.duration = 60; append(header()).then(() => append(media(0, 10))); video.play();")
    try browser.advance(to: 2000)
    try browser.run("seen = []; video.currentTime = 5; ")
    try browser.advance(to: 2100)
    #expect(try browser.run("seen.join(' ') + ' ' + video.readyState") == "seeking seeked playing 4")
    try browser.run("seen = []; video.currentTime = 10;")
    try browser.advance(to: 3000)
    #expect(try browser.run("seen.join(' ') + ' ' + video.readyState") == "seeking waiting 1")
    try browser.run("append(media(10, 20))")
    try browser.advance(to: 3010)
    #expect(try browser.run("seen.join(' ')") == "seeking waiting seeked canplay playing")
  }

  @Test("a seek to the end of media that has ended ends playback, paused or not")
  func seeksToTheEnd() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run(
      "source.duration = 8; append(header()).then(() => append(media(0, 8))).then(() => source.endOfStream());")
    try browser.advance(to: 1000)
    try browser.run("seen = []; video.currentTime = 8;")
    try browser.advance(to: 2000)
    #expect(
      try browser.run("seen.join(' ') + ' ' + video.seeking + ' ' + video.ended") == "seeking seeked ended false true")
    try browser.run("seen = []; video.currentTime = 4; video.play();")
    try browser.advance(to: 3000)
    try browser.run("seen = []; video.currentTime = 8;")
    try browser.advance(to: 4000)
    #expect(
      try browser.run("seen.join(' ') + ' ' + video.seeking + ' ' + video.ended") == "seeking seeked ended false true")
  }

  @Test func seeks() throws {
    let browser = try BrowserUnderTest()
    try browser.openMedia()
    try browser.run(
      "source.duration = 60; append(header()).then(() => append(media(20, 30))); video.play(); video.currentTime = 22;")
    try browser.advance(to: 1000)
    #expect(try browser.run("seen.filter((type) => /seek/.test(type)).join(' ')") == "seeking seeked")
    #expect(try browser.run("video.currentTime > 22.9 && video.currentTime < 23") == "true")
  }
}
