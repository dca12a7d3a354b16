import ABRMedia
import ABRPlayback
import ABRPolicies

extension SessionSetup {
  /// The setup with what manifests describe beside segments, unless the command line says what is fetched.
  ///
  /// - Parameters:
  ///   - videos: all that is played. Where not every one comes with a manifest the setup stays as it is.
  ///   - arguments: those of the command.
  /// - Throws: `SpecError` for sizes that no stream may have.
  func fetching(asIn videos: [Video], _ arguments: ParsedArguments) throws -> SessionSetup {
    guard model == .lab, !arguments.has("--stream"),
      let resources = StreamResources.mean(of: videos.map(\.stream))
    else { return self }
    var copy = self
    copy.stream = try StreamSpec(resources)
    // What --startup-overhead has added stays.
    let added = settings.stream.start.filter { $0.kind == .other }
    copy.settings.stream = copy.stream.settings
    copy.settings.stream.start += added
    copy.record["stream"] = copy.stream.canonical
    return copy
  }
}
