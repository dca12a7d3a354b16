/// Licences of encrypted media: one for each key that an item has, asked for before its first frame.
public struct LicenceSettings: Sendable, Hashable {
  /// Bytes of a licence.
  public var bytes: Int
  /// Whether a licence stays on the device; otherwise it goes with the visit for which it was fetched.
  public var isPersistent: Bool
  /// Whether licences of items that are fetched ahead are, too (ApsaraVideo key preloading); those that are not
  /// persistent cannot be.
  public var isPreloaded: Bool
  /// Keys whose licences lie on the device from an earlier session.
  public var held: Set<Int>

  /// Creates settings; a licence of Widevine or FairPlay has a few kB.
  public init(bytes: Int = 4000, isPersistent: Bool = false, isPreloaded: Bool = false, held: Set<Int> = []) {
    self.bytes = bytes
    self.isPersistent = isPersistent
    self.isPreloaded = isPreloaded
    self.held = held
  }

  /// Checks the ranges.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    guard bytes > 0 else {
      throw SettingsError(setting: "licence bytes", found: "\(bytes)", allowed: "1 byte or more")
    }
    guard held.isEmpty || isPersistent else {
      throw SettingsError(setting: "licences held", found: "\(held.count)", allowed: "none without persistent licences")
    }
  }
}
