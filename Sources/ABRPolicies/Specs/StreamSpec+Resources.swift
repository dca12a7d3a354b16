import ABRMedia

extension StreamSpec {
  /// The spec of what a manifest describes; what it does not tell has its usual size.
  ///
  /// - Parameter resources: what is fetched beside the segments.
  /// - Throws: ``SpecError`` for sizes that no spec may have.
  public init(_ resources: StreamResources) throws(SpecError) {
    var arguments: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { arguments.append("\(name)=\(value)") }
    }
    let initialisation = resources.initialisation.map { "\($0)B" }
    switch resources.packaging {
    case .hls:
      add("multivariant", "\(resources.manifest)B")
      add("playlist", resources.mediaPlaylist.map { "\($0)B" })
      add("init", initialisation)
      add("key", resources.key.flatMap { $0 > 0 ? "\($0)B" : nil })
    case .dash:
      add("manifest", "\(resources.manifest)B")
      add("init", initialisation)
    }
    add("audio", resources.audioBitrate.flatMap { $0 > 0 ? "\($0)bps" : nil })
    try self.init(parsing: "\(resources.packaging.rawValue)(\(arguments.joined(separator: ",")))")
  }
}
