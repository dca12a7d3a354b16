import ABRInput

/// The share of sessions that are at or below a value: one curve a configuration.
struct DistributionChart {
  let measure: ReportMeasure
  let report: Report
  let parts: [ReportPart]

  private var unit: String { measure.isOfItems(in: report) ? "items" : "sessions" }

  private func curves(_ part: ReportPart) -> [(configuration: Int, curve: ShareCurve)] {
    part.played.map { index, entry in
      (index, ShareCurve(measure.samples(of: entry), missingIsWorst: measure.missingIsWorst))
    }
  }

  /// Where the logarithmic axis of stalls begins, most sessions having none and the others some of very different
  /// length. It is below the shortest stall of all, so that 0 stands apart from every one.
  private static func start(below curves: [ShareCurve]) -> Double {
    let least = curves.compactMap { $0.values.first { $0 > 0 && $0.isFinite } }.min() ?? 1
    return [1e-3, 1e-2, 1e-1].last { $0 < least } ?? 1e-3
  }

  private func frame(_ curves: [ShareCurve], from logarithmicStart: Double?) -> CurveData.Frame {
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
      isLogarithmic: logarithmicStart != nil, least: zeros >= 0.5 ? (zeros * 10 - 0.5).rounded(.down) / 10 : 0)
  }

  /// What every reader must know of the axes.
  private var text: String {
    let better = measure.isHigherBetter ? "right" : "left"
    var text = "Share of \(unit) at or below a value: a curve further to the \(better) is better."
    if measure.missingIsWorst {
      text += " Sessions that never start count as infinitely bad. The axis ends where 99 of 100 have started."
    }
    if measure.isOfStalls {
      text +=
        " Zero stands at the left end of the logarithmic axis: where a curve begins is the share of \(unit) that "
        + "play and never stall. Sessions that fail or never start count as infinitely bad."
    }
    return text
  }

  /// The chart.
  var chart: Chart {
    let all = parts.map { (family: $0.family, curves: curves($0)) }
    let start = measure.isOfStalls ? Self.start(below: all.flatMap { $0.curves.map(\.curve) }) : nil
    var x: [String: JSONValue] = ["title": .string(measure.axisTitle)]
    if let start {
      x["title"] = .string("\(measure.axisTitle) (logarithmic)")
      x["scale"] = ["type": "log", "nice": false]
      x["axis"] = [
        "labelExpr": .string(
          "datum.value <= \(start) ? '0' : indexof([0.01, 0.1, 1, 10, 100, 1000, 10000], datum.value) >= 0 ? "
            + "format(datum.value, '~g') : ''")
      ]
    } else {
      x["scale"] = ["zero": false, "nice": false, "padding": 3]
      x["axis"] = ["tickCount": 6]
    }
    let data = all.map { CurveData($1, in: frame($1.map(\.curve), from: start), family: $0) }
    return Chart(
      id: "cdf-\(measure.name)", title: unit == "items" ? "\(measure.title) of items" : measure.title,
      text: text,
      spec: [
        "description": .string("\(measure.title): share of \(unit) at or below a value, a curve a configuration"),
        "width": "container", "height": 240, "layer": .array(CurveData.layers(report, x: x, unit: unit)),
      ], datasets: ["cdf-\(measure.name)": ReportData.columns(CurveData.columns, data.flatMap(\.rows))],
      alike: Dictionary(uniqueKeysWithValues: zip(parts, data).map { ($0.family, $1.alike) }),
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
