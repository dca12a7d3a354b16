import ABRInput

/// The share of sessions that are at or below a value: one curve a configuration.
struct DistributionChart {
  let measure: ReportMeasure
  let report: Report
  let parts: [ReportPart]

  /// Value at which a logarithmic axis begins: most sessions never stall, and the others do so for very different
  /// times.
  private var logarithmicStart: Double? {
    switch measure.name {
    case "rebuffer_s": 0.1
    case "rebuffer_ratio": 0.01
    default: nil
    }
  }

  private var unit: String { measure.isOfItems(in: report) ? "items" : "sessions" }

  private func curves(_ part: ReportPart) -> [(configuration: Int, curve: ShareCurve)] {
    part.played.map { index, entry in
      (index, ShareCurve(measure.samples(of: entry), missingIsWorst: measure.missingIsWorst))
    }
  }

  private func frame(_ curves: [ShareCurve]) -> CurveData.Frame {
    let most =
      curves.compactMap { curve in
        let finite = curve.values.count { $0.isFinite }
        // The value that 99 of 100 have reached, or the last that is one.
        let place = measure.missingIsWorst ? Int((Double(curve.values.count) * 0.99).rounded(.up)) : finite
        return finite == 0 ? nil : curve.values[min(place, finite) - 1]
      }.max().map(ReportData.rounded) ?? 0
    let start = logarithmicStart ?? min(0, curves.compactMap(\.values.first).min() ?? 0)
    // Where most sessions are zero, the vertical axis begins below the least share of zeros.
    let zeros = curves.compactMap(\.zeroShare).min() ?? 0
    return CurveData.Frame(
      start: start, end: logarithmicStart == nil ? (most > start ? most : start + 1) : max(most, start * 10),
      least: zeros >= 0.5 ? (zeros * 10 - 0.5).rounded(.down) / 10 : 0)
  }

  /// What every reader must know of the axes.
  private var text: String {
    let better = measure.isHigherBetter ? "right" : "left"
    var text = "Share of \(unit) at or below a value: a curve further to the \(better) is better."
    if measure.missingIsWorst {
      text += " What never starts is worse than any value. The axis ends where 99 of 100 have started."
    }
    if logarithmicStart != nil {
      text +=
        " Zero stands at the left end of the logarithmic axis: where a curve begins is the share of \(unit) that "
        + "never stall."
    }
    return text
  }

  /// The chart.
  var chart: Chart {
    var x: [String: JSONValue] = ["title": .string("\(measure.title.lowercased()), \(measure.unit)")]
    if let start = logarithmicStart {
      x["title"] = .string("\(measure.title.lowercased()), \(measure.unit) (logarithmic)")
      x["scale"] = ["type": "log", "nice": false]
      x["axis"] = [
        "labelExpr": .string(
          "datum.value <= \(start) ? '0' : indexof([0.1, 1, 10, 100, 1000, 10000], datum.value) >= 0 ? "
            + "format(datum.value, '~g') : ''")
      ]
    } else {
      x["scale"] = ["zero": false, "nice": false, "padding": 3]
      x["axis"] = ["tickCount": 6]
    }
    if measure.unit.isEmpty { x["title"] = .string(measure.title.lowercased()) }
    let all = parts.map { (family: $0.family, curves: curves($0)) }
    let rows = all.flatMap { CurveData($1, in: frame($1.map(\.curve)), family: $0).rows }
    return Chart(
      id: "cdf-\(measure.name)", title: unit == "items" ? "\(measure.title) of items" : measure.title, text: text,
      spec: [
        "description": .string("\(measure.title): share of \(unit) at or below a value, a curve a configuration"),
        "width": "container", "height": 240, "layer": .array(CurveData.layers(report, x: x, unit: unit)),
      ], datasets: ["cdf-\(measure.name)": ReportData.columns(CurveData.columns, rows)],
      table: PartTable(
        all.map { family, curves in
          (
            family, curves.map(\.configuration),
            ReportTables.distribution(
              curves.map { (report.configurations[$0].label, $1) }, unit: measure.unit, digits: measure.digits)
          )
        }))
  }
}
