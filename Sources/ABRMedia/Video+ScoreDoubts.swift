extension QualityScores.Metric {
  /// A mean difference that viewers see: 6 of VMAF, which its authors call just noticeable; of the others what two
  /// neighbouring renditions seldom differ by, our choice.
  fileprivate var clearDifference: Double {
    switch self {
    case .vmaf, .vmafPhone: 6
    case .ssim: 0.02
    case .ssimDecibels, .psnr: 2
    }
  }
}

extension Video {
  /// Scores that seem to belong to other renditions, a sentence a measure: where a rendition of a higher bandwidth is
  /// clearly worse than one of a lower bandwidth on average, and in no segment better. Renditions of different codecs
  /// are not compared: a newer one may be as good with fewer bits.
  /// - Complexity: O(*segments* × *renditions*²).
  package var scoreDoubts: [String] {
    scores.compactMap { scores in
      var worst: (low: Int, high: Int, loss: Double)?
      for high in ladder.renditions.indices {
        for low in 0..<high where ladder[low].codecFamily == ladder[high].codecFamily {
          let losses = (0..<segmentCount).map { segment in
            scores.values[segment * ladder.count + low] - scores.values[segment * ladder.count + high]
          }
          let loss = losses.reduce(0, +) / Double(segmentCount)
          guard loss >= scores.metric.clearDifference, losses.allSatisfy({ $0 >= 0 }) else { continue }
          if loss > worst?.loss ?? 0 { worst = (low, high, loss) }
        }
      }
      return worst.map { worst in
        let names = [worst.high, worst.low].map { "rendition \($0) (\(Double(ladder[$0].bandwidth) / 1e6) Mbit/s)" }
        return
          "\(scores.metric.title) of \(names[0]) is \((worst.loss * 100).rounded() / 100) below that of \(names[1]) "
          + "and higher in no segment: scores go by rendition, the lowest bandwidth first"
      }
    }
  }
}

extension Rendition {
  /// The beginning of its codecs, which names the format; `nil` where they are not known.
  fileprivate var codecFamily: Substring? { codecs.flatMap { $0.split(separator: ".").first } }
}
