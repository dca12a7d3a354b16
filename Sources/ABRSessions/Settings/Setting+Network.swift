import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies

extension Setting {
  /// How files of traces are read.
  package static let reading: [Setting] = [
    Setting(
      "trace-format", "FORMAT", .suggestion(TraceFormats.names), default: "found by content", in: .network,
      models: anyModel, "Format of the trace files"),
    Setting(
      "columns", "LIST", in: .network, models: anyModel,
      "The columns of tables, such as time:s,rate:kbit/s or start,end,bytes; - passes one over, @ picks one by its name or "
        + "number, of JSON by its path: rate:kbit/s@DL_bitrate"),
    Setting(
      "log-format", "FORMAT", in: .network, models: anyModel,
      "The form of an access log's lines, as the server is told it: log_format of nginx, LogFormat of Apache, "
        + "varnishncsa -F, Envoy's text format"),
    Setting(
      "trace-option", "NAME=VALUE", .suggestion(TraceOption.allCases.map { "\($0.rawValue)=" }), several: true,
      in: .network,
      models: anyModel,
      "What a trace file leaves open, such as unit=MB/s, interval=starting, clock=drop, gaps=outage or series=NAME; the page "
        + "FormatsOfTraces.md of the documentation explains all"),
    Setting(
      "strict", "", .flag, in: .network, models: anyModel, isRecorded: false,
      "Let a file in a folder that is no trace be an error, where it is otherwise left out with a warning"),
  ]

  /// What the network and the video do.
  package static let network: [Setting] = [
    Setting(
      "trace-end", "END", .choice(TraceEnd.allCases.map(\.rawValue)), default: "wrap", in: .network, isRecorded: false,
      "What happens when a trace is over"
    ) { $1.traceEnd = try $0.choice() },
    Setting(
      "trace-start", "START", .choice(["begin", "random"]), default: "begin, or random with --seed", in: .network,
      isRecorded: false, "Where in a trace a session begins; random depends on the seed and the trace only"
    ) { $1.startsAtRandom = $0.texts[0] == "random" },
    Setting(
      "latency", "DURATION", default: "50ms in the lab's model", in: .network, models: butMM22, isRecorded: false,
      "Round-trip time of traces that have none, such as 50ms"
    ) { $1.defaultLatency = try Quantity.duration($0.texts[0]) },
    Setting(
      "payload-fraction", "NUMBER", default: "auto", in: .network,
      "Share of the traces' bytes that is payload; auto: 1448/1500 where a trace is link capacity, 1 where it is goodput"
    ) { $1.payloadFraction = $0.texts[0] == "auto" ? nil : try $0.number(in: 0.01...1) },
    .part(
      .connections, "KIND", .choice(NetworkSettings.Connections.allCases.map(\.rawValue)),
      default: "that of --player, h2",
      in: .network,
      "How requests share connections: h1 (one at a time on each of six, closed by a download that is given up), h2 (one "
        + "for all) or h3 (the same, set up in one round trip less)"),
    .part(
      .setupRoundTrips, "N", default: "2, as for TCP and TLS 1.3; 1 with h3; 0 under --model", in: .network,
      "Round trips that set a connection up before its first request"),
    .part(
      .connectionPerRequest, "", .flag, in: .network,
      "Set a connection up for every request, where they are otherwise kept"),
    Setting(
      "dns-lookup", "DURATION", default: "0s", in: .network, formerly: "name-lookup",
      "Time of the DNS lookup before the first request, such as 100ms"
    ) { value, setup in
      let seconds = try Quantity.duration(value.texts[0])
      setup.changeNetwork { $0.dnsLookupTime = seconds }
    },
    .part(
      .slowStart, "", .flag, in: .network,
      "Let each new connection gain speed from 10 packets on, doubling every round trip, and lose half of it in every "
        + "time-out that it is idle"),
    Setting(
      "path-queue", "BYTES", default: "0B", in: .network,
      "What is still in the path of a download that is given up, such as 96kB: it keeps the link busy and is wasted"
    ) { value, setup in
      let bytes = try Quantity.bytes(value.texts[0])
      setup.changeNetwork { $0.pathQueue = bytes }
    },
    Setting(
      "retransmission-timeouts", "DURATION", in: .network,
      "Mean time between silences of 0.75 to 1.8 s in which the server waits to send a lost packet again, such as 2min; "
        + "none unless given"
    ) { value, setup in
      let interval = try Quantity.duration(value.texts[0])
      guard interval >= 1 else { throw SettingError(value.place, "is too short; allowed: 1s or more") }
      setup.sender.timeoutInterval = interval
    },
    Setting(
      "response-header", "BYTES", default: "0B", in: .network,
      "Bytes of HTTP header before each answer, such as 325B"
    ) { value, setup in
      let bytes = try Quantity.bytes(value.texts[0])
      // Servers and browsers refuse headers of a few hundred kilobytes.
      guard bytes <= 1_000_000 else { throw SettingError(value.place, "is too large; allowed: 1MB or less") }
      setup.changeNetwork { $0.responseHeader = bytes }
    },
    .part(
      .stream, "SPEC", .suggestion(["none", "hls", "dash"]), default: "that of --player, hls", in: .network,
      "What is fetched beside the video's segments, each by a request: hls, with sizes as in "
        + "hls(multivariant=828B,playlist=1049B,init=830B,key=16B), dash(manifest=3035B,init=830B), each also with "
        + "catalogue=, play-auth= and a separate audio=128k, hls also with the subtitles=2kB of each segment; or none"),
    .part(
      .startupOverhead, "BYTES", in: .network, "One more answer that is fetched before the first segment, such as 20kB"),
    Setting(
      "expensive-network", "", .flag, in: .network,
      "Treat the network as metered all the time, and not only where a trace names a cellular one: peak-expensive applies"
    ) { $1.networkIsExpensive = true },
    Setting(
      "sizes", "SPEC", default: "constant", in: .network, models: butMM22,
      "Segment sizes for ladders that have none: constant or vbr(cov=0.3)"
    ) { $1.videoOptions.sizeModel = try SizeModel(spec: $0.texts[0]) },
    Setting(
      "bandwidth", "WHICH", .choice(["declared", "average"]), default: "declared", in: .network, models: butMM22,
      "What rules take for the bitrate of a rendition: BANDWIDTH, or AVERAGE-BANDWIDTH where it has one"
    ) { $1.videoOptions.ratesByAverage = $0.texts[0] == "average" },
    Setting(
      "qoe", "FORMULA", .suggestion(QoEFormula.named.map(\.word)), several: true, in: .network, models: anyModel,
      insteadInSearch: "name it as a goal: --goal qoe_lin",
      "Quality of experience as columns of tables: lin, log, hd, mpc, puffer or comyco, or weights of one's own such as "
        + "quality=vmaf,stall=4.3,switch=1,startup=0.3"
    ) { for text in $0.texts { $1.formulas.append(try QoEFormula(parsing: text)) } },
    Setting(
      "model", "MODEL", .choice(Model.allCases.map(\.rawValue)), default: "lab", in: .network, models: anyModel,
      isRecorded: false, insteadInSearch: "it searches with the lab's own model",
      "Semantics of the simulation: this lab's, or those of a published simulator"),
    Setting(
      "seed", "N", in: .network, models: butMM22, isRecorded: false,
      "Start each trace at a random place drawn from this seed; viewers who are drawn are those of seed 1 without it"
    ) { $1.givenSeed = try $0.integer(in: 0 ... .max) },
  ]
}
