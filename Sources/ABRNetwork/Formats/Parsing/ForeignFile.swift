/// Files that people have beside traces and may take for them: what they are, and what to do with them.
package struct ForeignFile: Sendable {
  /// What it is: `an HLS playlist`.
  package let what: String
  /// The way out.
  package let fix: String

  /// What a file is that no trace format recognises; `nil` where that is not known either.
  package static func named(_ head: TraceHead) -> ForeignFile? {
    if let kind = (containers + kinds).first(where: { $0.recognises(head) }) {
      return ForeignFile(what: kind.what, fix: kind.fix)
    }
    if let fix = TableHint.fix(ofFieldsIn: head) { return ForeignFile(what: "a log in the W3C's format", fix: fix) }
    if head.isJSON { return ForeignFile(what: "JSON of a layout that is not known", fix: RecordHint.fix(head)) }
    return separator(of: head).map { ForeignFile(what: "a table", fix: TableHint.fix(head, $0)) }
  }

  /// Whether a text is in UTF-16, as Windows writes "Unicode": by its mark, or by zeros in every second byte.
  package static func isUTF16(_ head: TraceHead) -> Bool {
    if [[0xff, 0xfe], [0xfe, 0xff]].contains(where: { starts(head, $0) }) { return true }
    let bytes = Array(head.bytes.prefix(64))
    guard bytes.count >= 4 else { return false }
    return [0, 1].contains { first in
      let (zeros, others) = (
        stride(from: first, to: bytes.count, by: 2), stride(from: 1 - first, to: bytes.count, by: 2)
      )
      return zeros.allSatisfy { bytes[$0] == 0 } && others.allSatisfy { bytes[$0] != 0 }
    }
  }

  /// Whether a file is an archive, a spreadsheet or a database, in which texts of traces may stand.
  package static func isContainer(_ head: TraceHead) -> Bool { containers.contains { $0.recognises(head) } }

  /// Whether a text is the result of speedtest-cli or of Ookla's program, whose `download` is no condition.
  package static func isSpeedTest(_ head: TraceHead) -> Bool {
    head.hasKeys("ping", "download", "upload") || head.hasKeys("elapsed", "download")
  }

  private struct Kind: Sendable {
    var what: String
    var fix: String
    var recognises: @Sendable (TraceHead) -> Bool
  }

  private static func starts(_ head: TraceHead, _ bytes: [UInt8]) -> Bool { head.bytes.starts(with: bytes) }

  private static let isVideo = "it describes a video, not a network"
  private static let packets =
    "tshark -r FILE -T fields -e frame.time_epoch -e frame.len > packets.tsv writes what --columns time:unix,bytes reads"
  private static let matrix =
    "jq -r '.data.result[0].values[] | \"\\(.[0]) \\(.[1])\"' FILE > rates.txt, read with --columns time:s,rate:UNIT"
  /// The mark of a zip, which documents of office programs are, too.
  private static let zip: [UInt8] = [0x50, 0x4b, 3, 4]
  /// The mark of Microsoft's compound files, such as workbooks before 2007.
  private static let compound: [UInt8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  private static let archives = [
    zip, Array("Rar!".utf8), [0x37, 0x7a, 0xbc, 0xaf], Array("BZh".utf8), [0xfd, 0x37, 0x7a, 0x58],
  ]

  private static let containers: [Kind] = [
    Kind(what: "a spreadsheet", fix: "save it as CSV") { head in
      starts(head, compound)
        || starts(head, zip) && (head.contains("xl/") || head.contains("opendocument.spreadsheet"))
    },
    Kind(what: "an archive", fix: "unpack it first") { head in
      archives.contains { starts(head, $0) }
    },
    Kind(what: "an archive", fix: "unpack it first: tar -xf FILE") {
      $0.bytes.dropFirst(257).starts(with: "ustar".utf8)
    },
    Kind(
      what: "a Parquet file",
      fix: "write it as CSV: python3 -c \"import pandas; pandas.read_parquet('FILE').to_csv('FILE.csv', index=False)\""
    ) { $0.bytes.starts(with: "PAR1".utf8) },
    Kind(
      what: "a database of SQLite",
      fix: "write a table of it as CSV: sqlite3 -header -csv FILE 'SELECT * FROM TABLE' > FILE.csv"
    ) { $0.bytes.starts(with: "SQLite format 3\u{0}".utf8) },
  ]

  private static let kinds: [Kind] = [
    Kind(
      what: "a text without line feeds", fix: "end its lines as Unix does: tr '\\r' '\\n' < FILE > lines.csv",
      recognises: { $0.contains("\r") && !$0.contains("\n") }),
    Kind(
      what: "a text in UTF-16", fix: "save it as UTF-8, such as with iconv -f UTF-16 -t UTF-8", recognises: isUTF16),
    Kind(what: "an HLS playlist", fix: isVideo) { $0.contains("#EXTM3U") },
    Kind(what: "a DASH manifest", fix: isVideo) { $0.contains("<MPD") },
    Kind(
      what: "a log of Media3's EventLogger",
      fix: "it has no sizes and times of downloads: write those of AnalyticsListener.onLoadCompleted "
        + "(loadEventInfo.elapsedRealtimeMs, loadDurationMs, bytesLoaded) in a table end_ms,duration_ms,bytes"
    ) { $0.contains("EventLogger") || $0.contains("[eventTime=") },
    Kind(
      what: "a configuration of Genet's generator",
      fix: "it has ranges from which traces are drawn; abrlab trace "
        + "generate makes traces"
    ) { $0.contains("\"bw_change_interval\"") || $0.contains("\"min_bw\"") },
    Kind(what: "what ffprobe says of a file", fix: isVideo) {
      $0.isJSON && $0.contains("\"codec_type\"")
    },
    Kind(
      what: "a report of sar for people",
      fix: "take its table: sadf -d SAFILE -- -n DEV --iface=NAME, read with --columns time@timestamp,rate:KiB/s@rxkB/s"
    ) { $0.contains("IFACE") && $0.contains("rxkB/s") && !$0.contains(";rxkB/s") },
    Kind(
      what: "a report of dstat",
      fix:
        "take rows of seconds: awk -F, '/^\"[0-9]/ {print NR, $2}' FILE > net.txt for the first column of net/total, "
        + "read with --columns time:s,rate:B/s"
    ) { $0.contains("dstat") && $0.contains("net/") },
    Kind(
      what: "a report of ifstat",
      fix: "take rows of seconds: awk '/^[0-9]/ {print NR, $2}' FILE > net.txt, read with --columns time:s,rate:KiB/s"
    ) { $0.contains("KB/s in") },
    Kind(what: "a report of tshark's statistics", fix: "of the capture, \(packets)") { $0.contains("IO Statistics") },
    Kind(what: "a report of ping", fix: "it has round trips, no rates") { $0.contains("icmp_seq=") },
    Kind(what: "a result of a query of Prometheus", fix: "take one series: \(matrix)") {
      $0.hasKeys("resultType", "values") && $0.contains("\"matrix\"")
    },
    Kind(
      what: "a result of a query of Loki",
      fix: "the lines inside are what to read: jq -r '.data.result[].values[][1]' FILE > access.log"
    ) {
      $0.hasKeys("resultType", "streams", "values") || $0.hasKeys("resultType", "stream", "values")
    },
    Kind(what: "a result of a query of Loki", fix: "the lines inside are what to read: jq -r .line FILE > access.log") {
      $0.hasKeys("labels", "line", "timestamp")
    },
    Kind(what: "a log of Docker", fix: "the one inside is what to read: jq -j .log FILE > access.log") {
      $0.hasKeys("log", "stream", "time")
    },
    Kind(what: "a log of Caddy for people", fix: "log its requests as JSON: format json") {
      !$0.isJSON && $0.contains("http.log.access")
    },
    Kind(
      what: "a log of mm-link", fix: "it has the packets of one program; mm-link was given a trace, which can be read"
    ) { $0.contains("# base timestamp:") },
    Kind(
      what: "a log of connections of HAProxy", fix: "it does not say when requests were answered: option httplog does"
    ) { head in
      let words = FieldSplitter(.spaces).fields(Array(head.lines.first ?? []))
      return words.contains { $0.count { $0 == UInt8(ascii: "/") } == 2 } && head.contains("haproxy[")
    },
    Kind(
      what: "the result of a speed test",
      fix: "it has one mean of a whole test; iperf3 --reverse --json and Ookla's speedtest --format=jsonl "
        + "--progress=yes write one for each part of it", recognises: isSpeedTest),
    Kind(what: "the summary of a load test", fix: "it has means of a whole test, no times of requests") {
      $0.isJSON && $0.contains("\"http_req_duration\"") && !$0.contains("\"Point\"")
    },
    Kind(what: "a video of Sabre", fix: isVideo) { $0.contains("\"segment_sizes_bits\"") },
    Kind(what: "a video of MIT's trace.dat", fix: isVideo) { head in
      head.lines.count >= 2 && head.lines[0].starts(with: "size ".utf8) && head.lines[1].starts(with: "bitrates ".utf8)
    },
    Kind(
      what: "a list of numbers", fix: "a trace has times and rates, not segment sizes or watch times alone"
    ) {
      head in
      head.lines.count > 1 && head.lines.allSatisfy { head.numbers($0, .spaces)?.count == 1 }
    },
    Kind(what: "a distribution of watch times", fix: "it describes viewers, not a network") { head in
      head.lines.count > 2 && head.numbers(head.lines[0], .spaces)?.count == 3
        && head.lines.dropFirst().allSatisfy { line in
          head.numbers(line, .spaces).map { $0.count == 2 && $0[1] <= 1 } ?? false
        }
    },
    Kind(what: "a packet capture", fix: packets) { head in
      [[0xd4, 0xc3, 0xb2, 0xa1], [0xa1, 0xb2, 0xc3, 0xd4], [0x0a, 0x0d, 0x0d, 0x0a]].contains { starts(head, $0) }
    },
    Kind(what: "a list of packets by tcpdump", fix: "of the capture, \(packets)") { head in
      (head.contains(" IP ") || head.contains(" IP6 ")) && head.contains(" > ") && head.contains("length ")
    },
    Kind(
      what: "an access log of a load balancer of AWS",
      fix: "it has no time in which responses were sent: use logs of CloudFront or of the servers behind it"
    ) { head in
      guard let first = head.lines.first else { return false }
      let starts = ["http ", "https ", "h2 ", "ws ", "wss ", "grpcs "].contains { first.starts(with: $0.utf8) }
      return starts && head.contains(" app/")
    },
    Kind(what: "a web page", fix: "download the file itself") { head in
      head.firstByte == UInt8(ascii: "<") && (head.contains("<!DOCTYPE html") || head.contains("<html"))
    },
    Kind(
      what: "a real-time log of CloudFront, whose columns were chosen",
      fix: "give the numbers of timestamp, c-ip, time-taken and sc-bytes: --columns "
        + "end:s@1,session@2,duration:s@N,bytes@N --trace-option smallest=1MB, for its times are a server's"
    ) { head in
      guard let first = head.lines.first.map(Array.init) else { return false }
      let fields = FieldSplitter(.byte(UInt8(ascii: "\t"))).fields(first)
      guard fields.count >= 4, fields[0].count == 14, fields[0].dropFirst(10).first == UInt8(ascii: ".") else {
        return false
      }
      return fields[1].contains(UInt8(ascii: ":")) || fields[1].count { $0 == UInt8(ascii: ".") } == 3
    },
    Kind(
      what: "an access log with a first line of another form", fix: "delete that line: tail -n +2 FILE > access.log"
    ) { head in
      head.lines.dropFirst().contains { AccessLogLine(Array($0), 0..<$0.count) != nil }
    },
    Kind(
      what: "a table with lines of an access log in its cells",
      fix: "write them alone: python3 -c \"import csv, sys; "
        + "[print(c) for r in csv.reader(sys.stdin) for c in r if ' HTTP/' in c]\" < FILE > access.log"
    ) { $0.contains(" \"\"GET ") },
    Kind(
      what: "an access log of an unknown form",
      fix: "give the form of its lines as the server has it, with a time, a size and a duration: --log-format"
    ) { head in
      head.firstByte != UInt8(ascii: "{") && !head.contains("#Fields:")
        && (head.contains("GET /") || head.contains("GET http"))
    },
    Kind(what: "a session of Charles", fix: "export it as HAR: File, Export Session") {
      $0.contains("<charles-session>")
    },
    Kind(
      what: "XML of a layout that is not known", fix: "write its rates in CSV: duration_s,bandwidth_bps,latency_ms"
    ) { $0.firstByte == UInt8(ascii: "<") },
  ]

  /// What stands between the fields of lines that have as many each; `nil` where nothing does.
  private static func separator(of head: TraceHead) -> FieldSplitter.Separator? {
    guard head.rows.count >= 2 else { return nil }
    return (["\t", ";", ",", "|"].map { .byte(UInt8(ascii: $0)) } + [.spaces]).first { separator in
      let counts = head.rows.map { FieldSplitter(separator).fields(Array($0)).count }
      return counts[0] >= 2 && counts.allSatisfy { $0 == counts[0] }
    }
  }
}
