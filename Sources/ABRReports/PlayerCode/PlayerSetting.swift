/// A buffer, bitrate and preload setting in the lab's terms, to be written as code for a real player.
///
/// Every value is optional; `nil` leaves the player's own default as it is. All durations are seconds of media.
package struct PlayerSetting: Sendable, Hashable {
  /// A picture size in pixels.
  package struct Resolution: Sendable, Hashable {
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// Smallest forward target in seconds. With a larger ``maximumTarget`` the target grows between the two with what has
  /// been viewed, as in Brightcove's buffer optimizer; with an equal one it is static.
  package var minimumTarget: Double?
  /// Largest forward target in seconds.
  package var maximumTarget: Double?
  /// Seconds between two evaluations of a growing target.
  package var evaluationInterval: Double?
  /// Seconds added to what has been viewed, from which a growing target follows.
  package var growthOffset: Double?
  /// Level in seconds above which playback starts.
  package var start: Double?
  /// Level in seconds above which playback resumes after a stall.
  package var resume: Double?
  /// Whether playback starts and resumes when the rest is likely to come as fast as it is played, and at no level.
  package var keepsUp = false
  /// Level in seconds at which fetching stops, whatever the target.
  package var maximumLevel: Double?
  /// Bytes of unplayed media at which fetching stops.
  package var byteBudget: Int?
  /// Level in seconds below which fetching goes on, whatever ``byteBudget`` says.
  package var byteFloor: Double?
  /// Largest variant bitrate in bit/s.
  package var peakBitrate: Int?
  /// Largest variant bitrate in bit/s on an expensive network, such as a mobile one.
  package var peakBitrateExpensive: Int?
  /// Largest picture in pixels, width times height.
  package var maximumPixels: Int?
  /// Largest picture by width and height.
  package var maximumResolution: Resolution?
  /// Level in seconds of the playing item above which other items may be preloaded.
  package var gateOpen: Double?
  /// Level in seconds of the playing item below which preloading stops again.
  package var gateClose: Double?
  /// Items before the playing one that are preloaded.
  package var preloadPrevious: Int?
  /// Items after the playing one that are preloaded.
  package var preloadNext: Int?
  /// Seconds of each item that are preloaded.
  package var preloadDuration: Double?
  /// Bytes that preloaded media may take in memory.
  package var preloadMemory: Int?

  /// Creates a setting; everything left out keeps the player's own default.
  package init(
    minimumTarget: Double? = nil, maximumTarget: Double? = nil, evaluationInterval: Double? = nil,
    growthOffset: Double? = nil, start: Double? = nil, resume: Double? = nil, maximumLevel: Double? = nil,
    byteBudget: Int? = nil, byteFloor: Double? = nil, peakBitrate: Int? = nil, peakBitrateExpensive: Int? = nil,
    maximumPixels: Int? = nil,
    maximumResolution: Resolution? = nil, gateOpen: Double? = nil, gateClose: Double? = nil,
    preloadPrevious: Int? = nil, preloadNext: Int? = nil, preloadDuration: Double? = nil, preloadMemory: Int? = nil
  ) {
    self.minimumTarget = minimumTarget
    self.maximumTarget = maximumTarget
    self.evaluationInterval = evaluationInterval
    self.growthOffset = growthOffset
    self.start = start
    self.resume = resume
    self.maximumLevel = maximumLevel
    self.byteBudget = byteBudget
    self.byteFloor = byteFloor
    self.peakBitrate = peakBitrate
    self.peakBitrateExpensive = peakBitrateExpensive
    self.maximumPixels = maximumPixels
    self.maximumResolution = maximumResolution
    self.gateOpen = gateOpen
    self.gateClose = gateClose
    self.preloadPrevious = preloadPrevious
    self.preloadNext = preloadNext
    self.preloadDuration = preloadDuration
    self.preloadMemory = preloadMemory
  }
}
