/// A list that becomes known page by page (Brightcove playlists with `limit` and `offset`).
///
/// The first page is there when the session begins. The next one is requested when the last known visit comes up; what
/// lies beyond the known ones can be neither fetched ahead nor begun before the answer has come.
public struct PageSettings: Sendable, Hashable {
  /// Visits of a page.
  public var visits: Int
  /// Bytes of the answer that holds a page.
  public var bytes: Int

  /// Creates settings.
  public init(visits: Int, bytes: Int = 20_000) {
    self.visits = visits
    self.bytes = bytes
  }

  /// Checks the ranges.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    guard visits > 0 else { throw SettingsError(setting: "page", found: "\(visits)", allowed: "1 visit or more") }
    guard bytes > 0 else {
      throw SettingsError(setting: "page bytes", found: "\(bytes)", allowed: "1 byte or more")
    }
  }
}
