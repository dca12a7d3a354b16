/// Logs of players and servers, written by hand after what their authors document.
enum LogSamples {
  /// One of each format, by its name.
  static let all: [String: String] = [
    "har": har, "dash.js": dashJS, "hls.js": hlsJS, "avplayer": avPlayer, "cmcd": cmcd, "cloudfront": cloudFront,
    "iis": iis,
    "akamai": akamai, "fastly": fastly, "nginx-json": nginxJSON, "nginx": nginx, "apache": apache,
    "access-log": envoy, "json": cloudflare,
    "downloads": "start_s,end_s,bytes\n0,1,125000\n1.5,2,125000\n",
  ]

  /// What must be said with a format for its sample to be read.
  static let options = ["apache": ["took=us"]]

  static let har = """
    {"log": {"version": "1.2", "creator": {"name": "browser"}, "entries": [
      {"startedDateTime": "2024-05-01T10:00:00.000Z", "request": {"method": "GET", "url": "https://x/1.m4s"},
       "response": {"status": 200, "bodySize": -1, "_transferSize": 250000, "content": {"size": 9}},
       "timings": {"blocked": 1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 49, "receive": 500}},
      {"startedDateTime": "2024-05-01T12:00:01.500+02:00", "request": {"method": "GET"},
       "response": {"bodySize": 500000}, "timings": {"wait": 100, "receive": 1000}, "_fromCache": null}
    ]}}
    """

  static let dashJS = """
    [{"tcpid": null, "type": "MediaSegment", "trequest": "2024-05-01T10:00:00.000Z",
      "tresponse": "2024-05-01T10:00:00.050Z", "_tfinish": "2024-05-01T10:00:01.050Z",
      "trace": [{"s": "2024-05-01T10:00:00.000Z", "d": 1, "b": [25000, 100000]}, {"d": 2, "b": [125000]}]},
     {"trequest": "2024-05-01T10:00:02.000Z", "tresponse": "2024-05-01T10:00:02.050Z", "_tfinish": null, "trace": []}]
    """

  static let hlsJS = """
    {"frag": {"sn": 1, "stats": {"loaded": 250000, "loading": {"start": 100, "first": 150.5, "end": 1150.5}}}}
    {"stats": {"loaded": 125000, "loading": {"start": 1200, "first": 1250, "end": 1750}, "aborted": false}}

    """

  static let avPlayer = """
    #Version: 1.0
    #Fields: date time uri bytes c-observed-bitrate
    2024/05/01 10:00:00.500 http://x/1.m3u8 1000000 8000000
    2024/05/01 10:00:05.500 http://x/2.m3u8 500000 2000000
    - - http://x/2.m3u8 0 -

    """

  static let cmcd = """
    e=ps,ts=1714557600000,sid="a1",sta=p,v=2
    e=rr,ts=1714557600000,ttfb=50,ttlb=1050,br=2000,d=4000,ot=v,rc=200,url="https://x/1,2.m4s",sid="a1",v=2
    e=rr,ts=1714557602000,ttfb=50,ttlb=550,br=(2000),d=4000,ot=v,rc=200,sid="a1",v=2
    e=rr,ts=1714557603000,ttfb=50,ttlb=60,ot=m,rc=200,sid="a1",v=2

    """

  static let cloudFront = """
    #Version: 1.0
    #Fields: date time x-edge-location sc-bytes c-ip cs-method cs-uri-query time-taken time-to-first-byte
    2024-05-01\t10:00:01\tFRA56-P1\t2000000\t198.51.100.7\tGET\tCMCD=ot%253Dv%252Csid%253D%2522s1%2522\t1.250\t0.250
    2024-05-01\t10:00:04\tFRA56-P1\t1000000\t198.51.100.7\tGET\t-\t0.500\t-
    2024-05-01\t10:00:05\tFRA56-P1\t4000\t198.51.100.7\tGET\t-\t0.000\t0.000

    """

  static let iis = """
    #Software: Microsoft Internet Information Services 10.0
    #Fields: date time cs-uri-query c-ip sc-status sc-bytes cs-bytes time-taken
    2024-05-01 10:00:01 CMCD=ot%253Dv%252Csid%253D%2522s1%2522 198.51.100.7 200 2000000 345 1000
    2024-05-01 10:00:04 - 198.51.100.7 200 1000000 345 500

    """

  static let akamai = """
    {"version":1,"reqTimeSec":"1714557600.100","turnAroundTimeMSec":"100","transferTimeMSec":"800",\
    "totalBytes":"1000000","bytes":"999000","cliIP":"198.51.100.7","queryStr":"-"}
    {"reqTimeSec":"1714557602.000","transferTimeMSec":"500","totalBytes":"2000000","cliIP":"198.51.100.7"}

    """

  static let fastly = """
    {"time_start":"2024-05-01T10:00:00UTC","time_elapsed":1000000,"client_ip":"198.51.100.7","resp_body_size":1000000}
    {"time_start":"2024-05-01T10:00:03GMT","time_elapsed":500000,"client_ip":"198.51.100.7",\
    "resp_body_size":999500,"resp_header_size":500}

    """

  static let nginxJSON = """
    {"msec":"1714557601.000","remote_addr":"198.51.100.7","request_time":"1.000","bytes_sent":"1000000"}
    {"msec":"1714557603.500","remote_addr":"198.51.100.7","request_time":0.5,"bytes_sent":2000000,\
    "request":"GET /1.m4s HTTP/1.1"}

    """

  static let nginx = """
    198.51.100.7 - - [01/May/2024:10:00:01 +0000] "GET /1.m4s HTTP/1.1" 200 1000000 "-" "Player/1 (x)" 1.000
    198.51.100.7 - - [01/May/2024:12:00:03 +0200] "GET /2.m4s HTTP/1.1" 206 2000000 "-" "Player/1 (x)" 0.500

    """

  static let apache = """
    198.51.100.7 - - [01/May/2024:10:00:00 +0000] "GET /1.m4s HTTP/1.1" 200 1000000 "-" "Player \\"1\\"" 1000000
    198.51.100.7 - bob [01/May/2024:10:00:03 +0000] "GET /2.m4s HTTP/1.1" 200 2000000 "-" "Player" 500000

    """

  /// The default format of ingress-nginx: request length, request time, upstreams.
  static let ingress = [
    "22 +0000] \"GET /v/seg0.m4s H\" 200 2500000 \"-\" \"-\" 345 2.000",
    "27 +0000] \"GET /v/seg1.m4s H\" 200 2500000 \"-\" \"-\" 61 1.000",
    "34 +0000] \"GET /v/seg2.m4s H\" 200 2500000 \"-\" \"-\" 61 4.000",
  ].map {
    "203.0.113.7 - - [14/Nov/2023:22:13:\($0) [default-origin-80] [] 10.0.0.1:80, 10.0.0.2:80 0, 2500000 0.000, 0.012 502, 200 5d2f\n"
  }.joined()

  static let envoy = """
    [2024-05-01T10:00:00.000Z] "GET /1.m4s HTTP/2" 200 - 0 1000000 1000 12 "198.51.100.7" "Player/1 (x)" "5d2f" "x" \
    "10.0.0.1:80"
    [2024-05-01T10:00:03.000Z] "GET /2.m4s HTTP/2" 200 - 0 2000000 500 12 "198.51.100.7" "Player/1 (x)" "5d30" "x" \
    "10.0.0.1:80"

    """

  static let cloudflare = """
    {"ClientIP": "198.51.100.7", "ClientRequestURI": "/1.m4s", "EdgeStartTimestamp": 1714557600000000000, \
    "EdgeEndTimestamp": 1714557601050000000, "EdgeResponseBytes": 1000000, "EdgeTimeToFirstByteMs": 50}
    {"ClientIP": "198.51.100.7", "ClientRequestURI": "/2.m4s", "EdgeStartTimestamp": 1714557603000000000, \
    "EdgeEndTimestamp": 1714557603550000000, "EdgeResponseBytes": 2000000, "EdgeTimeToFirstByteMs": 50}

    """
}
