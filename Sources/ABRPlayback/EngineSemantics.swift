/// The meaning of a session, as a number.
public enum EngineSemantics {
  /// Goes up whenever the same inputs may give other results. Results carry it, so that numbers of different engines
  /// are never compared unawares. 2: an abandoned download is remembered, and slow start grows by plain round trips. 3:
  /// what a switch replaces stays until its replacement is there. 4: a rule that chooses the first rendition may
  /// abandon it, and playback that must keep up waits for whole segments. 5: a flush does not wait for a request,
  /// limits follow the kind of network that a trace names, and a segment waits for the room that its own rendition has.
  /// 6: a session whose media runs out when the network has ended does not stall, and audio that is fetched apart stays
  /// when its pictures are abandoned; what arrives of both is playable where both are there. After HTTP errors
  /// players try again as often as they do, and Media3 after time-outs.
  public static let version = 6
}
