import Foundation
import Testing

@testable import ABRInput

@Suite struct ReproducibleMathTests {
  @Test("exp agrees with the C library to four units in the last place")
  func exponential() {
    var random = SeededRandom(seed: 1, path: "exp")
    for _ in 0..<20_000 {
      let x = random.uniform(in: -700..<700)
      let expected = Foundation.exp(x)
      #expect(abs(ReproducibleMath.exp(x) - expected) <= 4 * expected.ulp, "\(x)")
    }
  }

  @Test("log agrees with the C library to four units in the last place")
  func logarithm() {
    var random = SeededRandom(seed: 1, path: "log")
    for _ in 0..<20_000 {
      let x = Foundation.exp(random.uniform(in: -700..<700))
      let expected = Foundation.log(x)
      #expect(abs(ReproducibleMath.log(x) - expected) <= 4 * max(expected.ulp, 1e-16), "\(x)")
    }
  }

  @Test("the ends of the range are what mathematics says")
  func edges() {
    #expect(ReproducibleMath.exp(0) == 1)
    #expect(ReproducibleMath.exp(-1000) == 0)
    #expect(ReproducibleMath.exp(1000) == .infinity)
    #expect(ReproducibleMath.exp(.nan).isNaN)
    #expect(ReproducibleMath.log(1) == 0)
    #expect(ReproducibleMath.log(0) == -.infinity)
    #expect(ReproducibleMath.log(-1).isNaN)
    #expect(ReproducibleMath.log(.infinity) == .infinity)
    #expect(ReproducibleMath.log(Double.leastNonzeroMagnitude) == Foundation.log(Double.leastNonzeroMagnitude))
  }

  @Test("known bits stay as they are, in debug and release")
  func bits() {
    let x = stride(from: -3.0, through: 3, by: 0.125)
    let digest = x.reduce(into: "") { text, x in
      text += "\(ReproducibleMath.exp(x).bitPattern) \(ReproducibleMath.log(x + 4).bitPattern)\n"
    }
    #expect(SHA256.hexDigest(of: digest) == "394b967dc02c13eacc678198ba11bec8378ed456ef2fc581b55ef722e4c6d1c6")
  }
}
