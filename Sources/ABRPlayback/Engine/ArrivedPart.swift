/// What is there of a segment that is playable while it arrives: pictures, and audio that is fetched apart.
///
/// A moment is playable once both are there: the playable share of the media is the lesser share of the two. Without
/// audio that is fetched apart it is the share of the bytes.
struct ArrivedPart {
  /// Bytes that are there, a fraction included, of so many.
  struct Stream {
    var there: Double
    var size: Double

    var missing: Double { size - there }
    var share: Double { size > 0 ? min(1, there / size) : 1 }
  }

  /// Bytes that differ by less are none: rounding of times and sums.
  private static let tolerance = 1e-3

  var pictures: Stream
  var audio: Stream

  /// Bytes that are there.
  var bytes: Double { pictures.there + audio.there }

  /// Share of the media that is playable.
  var playable: Double { min(pictures.share, audio.share) }

  /// Bytes that are there beyond the playable share.
  var ahead: Double { audio.size > 0 ? max(0, bytes - playable * (pictures.size + audio.size)) : 0 }

  /// Of how many bytes each raises the playable share to the whole, as it does for so many bytes. Pictures and audio
  /// find the same share of the link until one of them is complete.
  var growth: (size: Double, bytes: Double) {
    if audio.missing <= Self.tolerance { return (pictures.size, .infinity) }
    if pictures.missing <= Self.tolerance { return (audio.size, .infinity) }
    // Of two that are level the larger one falls behind.
    let isEven = abs(pictures.share - audio.share) < 1e-9
    let isAudioBehind = isEven ? audio.size > pictures.size : audio.share < pictures.share
    let (last, first) = isAudioBehind ? (audio, pictures) : (pictures, audio)
    var bytes = 2 * min(last.missing, first.missing)
    if !isEven, last.size < first.size {
      bytes = min(bytes, 2 * (first.share - last.share) / (1 / last.size - 1 / first.size))
    }
    return (2 * last.size, bytes)
  }
}
