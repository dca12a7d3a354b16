import ABRPlayback

/// What the page asks the lab's server for, and what it is answered.
extension CodeSession {
  var manifestAddress: String { Self.origin + settings.stream.manifestPath }
  var protocolName: String { settings.network.connections == .h1 ? "http/1.1" : settings.network.connections.rawValue }
  var frameRate: Double { settings.stream.frameRate }
  private static let origin = "http://lab/"

  /// Makes a request, and answers with its number.
  func request(_ address: String) -> Int {
    let path = address.hasPrefix(Self.origin) ? String(address.dropFirst(Self.origin.count)) : address
    let plain = path.prefix { $0 != "?" && $0 != "#" }
    let resource = settings.stream.resource(at: String(plain))
    let bytes = resource.map { settings.stream.byteCount(of: $0) } ?? 0
    var record = CodeRequest(path: String(plain), requestTime: now, bytes: bytes)
    if case .segment(let segment, let track) = resource {
      record.segment = segment
      if case .video(let rendition) = track { record.rendition = rendition }
    }
    requests.append(Request(record: record, resource: resource))
    network.send(requests.count - 1, bytes: bytes, at: now)
    log(requested(record, resource))
    return requests.count - 1
  }

  private func requested(_ record: CodeRequest, _ resource: ServedStream.Resource?) -> SessionEvent.Kind {
    if let segment = record.segment, let rendition = record.rendition {
      return .requested(segment: segment, rendition: rendition, bytes: record.bytes)
    }
    let kind: StreamSettings.Resource.Kind
    var rendition: Int?
    switch resource {
    case .manifest: kind = settings.stream.packaging == .hls ? .multivariantPlaylist : .manifest
    case .playlist(.audio): kind = .audioPlaylist
    case .initialisation(.audio): kind = .audioInitialisationSegment
    case .playlist(.video(let index)): (kind, rendition) = (.mediaPlaylist, index)
    case .initialisation(.video(let index)): (kind, rendition) = (.initialisationSegment, index)
    case .segment: return .sideFlow(bytes: record.bytes)
    case nil: kind = .other
    }
    return .resourceRequested(item: 0, kind, rendition: rendition, bytes: record.bytes)
  }

  /// Gives a request up, and answers with the bytes that came.
  func abort(_ number: Int) -> Int {
    guard requests.indices.contains(number) else { return 0 }
    if requests[number].record.lastByte == nil {
      requests[number].record.received = network.abort(number, at: now)
    }
    requests[number].record.abortTime = now
    let record = requests[number].record
    if record.lastByte == nil { logCut(record) }
    return record.received
  }

  func logCut(_ record: CodeRequest) {
    guard let segment = record.segment, let rendition = record.rendition else { return }
    log(.cut(segment: segment, rendition: rendition, received: Double(record.received)))
  }

  func received(_ number: Int) -> Int {
    guard requests.indices.contains(number) else { return 0 }
    return network.received(number, at: now) ?? requests[number].record.received
  }

  func answer(_ number: Int) -> (status: Int, bytes: Int, type: String) {
    guard requests.indices.contains(number), let resource = requests[number].resource else {
      return (404, 0, "text/plain")
    }
    if let error = requests[number].error { return (error, 0, "text/plain") }
    let type: String
    switch resource {
    case .manifest where settings.stream.packaging == .dash: type = "application/dash+xml"
    case .manifest, .playlist: type = "application/vnd.apple.mpegurl"
    case .initialisation(let track), .segment(_, let track): type = track == .audio ? "audio/mp4" : "video/mp4"
    }
    return (200, requests[number].record.bytes, type)
  }

  func body(of number: Int) -> JavaScriptAnswer {
    guard requests.indices.contains(number), let resource = requests[number].resource, requests[number].error == nil
    else { return .text("") }
    if let text = settings.stream.text(of: resource) { return .text(text) }
    guard let media = settings.stream.media(of: resource, answer: number) else { return .text("") }
    return .bytes(start: media.bytes, count: media.count)
  }
}
