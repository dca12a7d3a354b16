import Glibc

/// What libFuzzer calls with each input: hands it to the readers of the target that `ABRLAB_FUZZ` names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // libFuzzer lends as many bytes as it says for this call; they are copied.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  target.read(bytes)
  return 0
}

/// The target.
private let target: FuzzTarget = {
  // The text stays, for nobody changes the environment.
  let name = unsafe getenv("ABRLAB_FUZZ").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("ABRLAB_FUZZ: found \(name), expected one of \(FuzzTarget.all.map(\.name))")
  }
  return target
}()
