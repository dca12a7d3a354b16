import Testing

@testable import ABRNetwork

/// What files of each format and table mean.
extension TraceOptionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: any TraceFormat.Type
    var text: String
    var options: [String] = []
    var columns: String?
    var rows: [[[Double]]]
    var testDescription: String { "\(format.name) \(options) \(columns ?? "") \(text.prefix(30))" }
  }

  static let cases: [Case] = [
    Case(format: PensieveTrace.self, text: "1 8\n2 4\n4 2\n", rows: [[[1, 4], [2, 2]]]),
    Case(
      format: PensieveTrace.self, text: "1 8\n2 4\n4 2\n", options: ["interval=starting"], rows: [[[1, 8], [2, 4]]]),
    Case(
      format: PensieveTrace.self, text: "1 8\n2 4\n4 2\n", options: ["first=stamp"],
      rows: [[[1, 8], [1, 4], [2, 2]]]),
    Case(
      format: PensieveTrace.self, text: "35 8\n36 4\n39 2\n", options: ["first=step"],
      rows: [[[2, 8], [1, 4], [3, 2]]]),
    Case(
      format: PensieveTrace.self, text: "0 1\n1 2\n1 3\n2 4\n", options: ["clock=drop"], rows: [[[1, 2], [1, 4]]]),
    Case(
      format: PensieveTrace.self, text: "0 1\n1 2\n0 3\n2 4\n", options: ["clock=split"], rows: [[[1, 2]], [[2, 4]]]),
    Case(format: PensieveTrace.self, text: "0 1\n1 0.25\n", options: ["unit=MB/s"], rows: [[[1, 2]]]),
    Case(format: NorwayLog.self, text: "1453121790686 39287 51.03 3.7 2493100 0500\n", rows: [[[0.5, 39.8896]]]),
    Case(
      format: OboeTrace.self, text: "15 1000\n515 1000\n1015 3000\n2015 3000\n",
      rows: [[[0.5, 1], [0.5, 2], [1, 3]]]),
    Case(
      format: MahimahiTrace.self, text: "0\n50\n100\n101\n450\n",
      rows: [[[0.1, 0.36], [0.1, 0.12], [0.2, 0], [0.05, 0.24]]]),
    Case(format: MahimahiTrace.self, text: "1\n", rows: [[[0.001, 12]]]),
    Case(format: MahimahiTrace.self, text: "200\n200\n", options: ["bin=200ms"], rows: [[[0.2, 0.12]]]),
    Case(
      format: NYUMetsTrace.self, text: "Value,Unit\n1,Mbits/sec,,,\n500,Kbits/sec\nerror,timeout\n250000,bits/sec\n",
      rows: [[[1, 1], [1, 0.5], [1, 0.25]]]),
    Case(
      format: Lumos5GTable.self, text: "run_num,seq_num,Throughput\n1,1.0,8\n1,2.0,\n1,3.0,4\n2,1.0,2\n",
      rows: [[[1, 8], [1, 4]], [[1, 2]]]),
    Case(
      format: Lumos5GTable.self, text: "run_num,seq_num,Throughput\n1,1.0,8\n1,3.0,4\n", options: ["gaps=outage"],
      rows: [[[1, 8], [1, 0], [1, 4]]]),
    Case(
      format: Lumos5GTable.self, text: "run_num,seq_num,Throughput\n1,1.0,8\n1,3.0,4\n", options: ["gaps=split"],
      rows: [[[1, 8]], [[1, 4]]]),
    Case(
      format: GophersTable.self, text: "seq_num,A_throughput_mbps,B_throughput_mbps\n0,1,2\n1,3,4\n",
      rows: [[[1, 1], [1, 3]], [[1, 2], [1, 4]]]),
    Case(
      format: StarlinkTable.self,
      text: "timestamp_start_dl,timestamp_end_dl,download\n2024-02-28 23:59:59.5,2024-02-29 00:00:00.5,2\n"
        + "2024-02-29 00:01:00,2024-02-29 00:01:01,3\n", rows: [[[1, 2]], [[1, 3]]]),
    Case(
      format: LumosChunkLog.self, text: "chunk_size,app_throughput,delivery_time\n29,401,0.072\n600,1000,0.6\n",
      rows: [[[0.6, 1]]]),
    Case(
      format: LumosChunkLog.self, text: "chunk_size,app_throughput,delivery_time\n29,500,0.05\n600,1000,0.6\n",
      options: ["smallest=0"], rows: [[[0.05, 0.5], [0.6, 1]]]),
    Case(format: SBUTrace.self, text: "1,125000\n2,250000\n", rows: [[[1, 1], [1, 2]]]),
    Case(
      format: GNetTrackLog.self,
      text:
        "Timestamp,State,DL_bitrate\n2020.01.01_00.00.00,D,0\n2020.01.01_00.00.01,D,1000\n2020.01.01_00.00.01,D,3000\n"
        + "2020.01.01_00.00.03,I,8000\n2020.01.01_00.00.04,D,4000\n2020.01.01_00.01.04,D,-\n2020.01.01_00.01.05,D,1000\n",
      rows: [[[2, 2], [1, 4], [1, 1]]]),
    Case(
      format: TwitchProfiles.self,
      text: "const A = [{speed: 1000, duration: 2}];\nlet B=[{\"speed\":500,\"duration\":0.1}]",
      rows: [[[2, 1.024]], [[0.1, 0.512]]]),
    Case(
      format: TwitchProfiles.self, text: "[{speed: 1000, duration: 2}]", options: ["unit=kbit/s"], rows: [[[2, 1]]]),
    Case(format: DevToolsProfile.self, text: #"{"downloadThroughput": 125000}"#, rows: [[[60, 1]]]),
    Case(
      format: TrafficControlSchedule.self,
      text:
        "#!/bin/sh\ntc qdisc change dev d root netem rate 125kbps\nsleep 1\ntc qdisc change dev d root netem loss 100%\n"
        + "sleep 0.5m\nsudo tc class change dev d classid 1:1 htb rate 2000000\nsleep 3s\n",
      rows: [[[1, 1], [30, 0], [3, 2]]]),
    Case(
      format: TrafficControlSchedule.self,
      text:
        "DEV=${1:-eth0}\nRATE='2mbit'\nmodprobe ifb\nsudo ip link set $DEV up\ntc q dev $DEV rate ${RATE}\nsleep 1\n",
      rows: [[[1, 2]]]),
    Case(
      format: IperfReport.self,
      text: "[ ID] Interval           Transfer     Bitrate\n[  5]   0.00-1.00   sec  1.19 MBytes  10.0 Mbits/sec\n"
        + "[  7]   0.00-1.00   sec  1.19 MBytes  10.0 Mbits/sec\n[SUM]   0.00-1.00   sec  2.38 MBytes  20.0 Mbits/sec\n"
        + "[SUM]   1.00-2.00   sec   610 KBytes   500 Kbits/sec\n- - -\n[SUM]   0.00-2.00   sec  9 MBytes  9 Mbits/sec    receiver\n",
      rows: [[[1, 20], [1, 0.5]]]),
    Case(
      format: IperfReport.self,
      text: "[ ID] Interval       Transfer     Bandwidth\n[  4]  0.0- 1.0 sec  1.19 MBytes  10.0 Mbits/sec\n"
        + "[  3]  0.0- 1.0 sec  1.19 MBytes  10.0 Mbits/sec\n[  4]  1.0- 2.0 sec   125 KBytes  1.00 Mbits/sec\n"
        + "[  3]  1.0- 2.0 sec   125 KBytes  1.00 Mbits/sec\n[  4]  0.0- 2.0 sec  4.17 MBytes  11.7 Mbits/sec\n",
      rows: [[[1, 20], [1, 2]]]),
    Case(
      format: IperfReport.self,
      text: "20240501100001,h,5001,g,5,4,0.0-1.0,125000,1000000\n20240501100002,h,5001,g,5,4,1.0-2.0,250000,2000000\n"
        + "20240501100002,h,5001,g,5,4,0.0-2.0,375000,1500000\n",
      rows: [[[1, 1], [1, 2]]]),
    Case(
      format: TableTrace.self, text: "a;b;c\n0;x;1000\n500;x;2000\n", columns: "time:ms,-,rate:kbit/s",
      rows: [[[0.5, 2]]]),
    Case(
      format: TableTrace.self, text: "x|DL|when\n1|2|2024-01-01T00:00:00Z\n1|4|2024-01-01T01:00:02+01:00\n",
      columns: "rate:Mbit/s@DL,time@when", rows: [[[2, 4]]]),
    Case(
      format: TableTrace.self, text: "# log\n1453121790.5\t7\n1453121791.5\t250000\n", columns: "time:s,bytes",
      rows: [[[1, 2]]]),
    Case(
      format: TableTrace.self, text: "\"1\",\"250000\"\n\"2\",\"250000\"\n", columns: "duration:s,bytes",
      rows: [[[1, 2], [2, 1]]]),
    Case(
      format: TableTrace.self, text: "0 1 8\n1 2 4\n", columns: "start:s,end:s,rate:MB/s", rows: [[[1, 64], [1, 32]]]),
    // Two downloads of 1 and 0.5 Mbit/s overlap for a second; a second without one is cut out.
    Case(
      format: TableTrace.self, text: "start,end,bytes\n0,2,250000\n1,3,125000\n4,5,125000\n",
      columns: "start:s,end:s,bytes",
      rows: [[[1, 1], [1, 1.5], [1, 0.5], [1, 1]]]),
    // Rates add up like the bytes that they are, and a gap is where nothing runs.
    Case(
      format: TableTrace.self, text: "0,2,1\n1,3,0.5\n4,5,1\n", columns: "start:s,end:s,rate:Mbit/s",
      rows: [[[1, 1], [1, 1.5], [1, 0.5], [1, 1]]]),
    Case(
      format: TableTrace.self, text: "0,4,10\n1,3,20\n4,5,30\n", columns: "start:s,end:s,rate:Mbit/s",
      rows: [[[1, 10], [2, 30], [1, 10], [1, 30]]]),
    Case(
      format: TableTrace.self, text: "0,2,8\n0,2,8\n", columns: "start:s,end:s,rate:Mbit/s", rows: [[[2, 16]]]),
    Case(
      format: TableTrace.self, text: "0,0.75,8\n0,0.75,8\n", columns: "start:ms,end:ms,rate:Mbit/s",
      rows: [[[0.00075, 16]]]),
    Case(
      format: TableTrace.self, text: "5,6,1\n0,4,9\n1,2,9\n7,8,2\n", options: ["clock=drop"],
      columns: "start:s,end:s,rate:Mbit/s", rows: [[[1, 1], [1, 2]]]),
    // Times of day go on after midnight; where transfers overlap there, one begins before what the other ends after.
    Case(
      format: TableTrace.self, text: "23:59:59,7\n00:00:01,2\n00:00:02,1\n", columns: "time,rate:Mbit/s",
      rows: [[[2, 2], [1, 1]]]),
    Case(
      format: TableTrace.self, text: "23:00:00,7\n00:30:00,2\n13:00:00,1\n", columns: "time,rate:Mbit/s",
      rows: [[[5400, 2], [45000, 1]]]),
    Case(
      format: TableTrace.self, text: "23:59:57,00:00:01,2\n23:59:59,00:00:02,1\n", columns: "start,end,rate:Mbit/s",
      rows: [[[2, 2], [2, 3], [1, 1]]]),
    Case(
      format: TableTrace.self, text: "start,end,bytes\n0,1,125000\n2,3,125000\n3,3,0\n", options: ["gaps=outage"],
      columns: "start:s,end:s,bytes", rows: [[[1, 1], [1, 0], [1, 1]]]),
    // Packets of one moment add up, and of a counter the last value of a moment holds.
    Case(
      format: TableTrace.self, text: "1,9\n2,50000\n2,75000\n4,100000\n4,100000\n4,50000\n", columns: "time:s,bytes",
      rows: [[[1, 1], [2, 1]]]),
    Case(
      format: TableTrace.self, text: "0 0\n1 50000\n1 125000\n3 125000\n3 375000\n", columns: "time:s,total",
      rows: [[[1, 1], [2, 1]]]),
    // As sysstat's sadf, Excel and LibreOffice write them.
    Case(
      format: TableTrace.self,
      text: "# host;timestamp;rxkB/s\n1;2024-05-01 10:00:00 UTC;3\n1;2024-05-01 10:00:02 GMT;1000\n",
      columns: "time@timestamp,rate:kB/s@rxkB/s", rows: [[[2, 8]]]),
    Case(
      format: TableTrace.self,
      text: "sep=;\nt;mbps;;\n2024-05-01 10:00:00 +0000;1;;\n2024-05-01 10:00:02+00:00;2;;\n;;;\n",
      columns: "time@t,rate:Mbit/s@mbps", rows: [[[2, 2]]]),
    // A counter that begins again, and one of 32 bits that overflows.
    Case(
      format: TableTrace.self, text: "0 0\n1 125000\n2 250000\n3 25000\n4 50000\n", columns: "time:s,total",
      rows: [[[1, 1], [1, 1], [1, 0.2], [1, 0.2]]]),
    Case(
      format: TableTrace.self, text: "0 4294717296\n1 4294842296\n2 0\n3 125000\n", columns: "time:s,total",
      rows: [[[1, 1], [1, 1], [1, 1]]]),
    // Dates and times in two columns, by their names, their numbers and the names of a log of the W3C.
    Case(
      format: TableTrace.self, text: "date,UTC+1,time,kbps\n2024-05-01,0,23:59:59,7\n2024-05-02,0,00:00:01.5,2000\n",
      columns: "time@date+time,rate:kbit/s@kbps", rows: [[[2.5, 2]]]),
    Case(
      format: TableTrace.self, text: "2024-05-01 10:00:00 7\n2024-05-01 10:00:02 2\n",
      columns: "time@1+2,rate:Mbit/s@3",
      rows: [[[2, 2]]]),
    // What stands in quotes between blanks is one field; a quote without another is a letter.
    Case(
      format: TableTrace.self, text: "\"a b\" \"0\" 7\n\"\" 2 2\n\"a\"b 4 1\n", columns: "-,time:s,rate:Mbit/s",
      rows: [[[2, 2], [2, 1]]]),
    Case(
      format: TableTrace.self, text: "a,t+0\n7,0\n2,2\n", columns: "time:s@t+0,rate:Mbit/s@a", rows: [[[2, 2]]]),
    Case(
      format: TableTrace.self,
      text: "#Version: 1.0\n#Fields: time cs(User-Agent) date sc-bytes x-duration\n"
        + "10:00:02 A+(B;+C;+D) 2024-05-01 250000 2.000\n#Fields: time cs(User-Agent) date sc-bytes x-duration\n"
        + "10:00:04 A 2024-05-01 500000 2.000\n",
      columns: "end@date+time,duration:s@x-duration,bytes@sc-bytes", rows: [[[2, 1], [2, 2]]]),
  ]
}
