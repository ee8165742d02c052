import Glibc

/// Runs the target on one input; libFuzzer calls it and contains the program's `main`.
///
/// The environment names the target: `FUZZ_TARGET=json Fuzz corpus`.
///
/// - Parameters:
///   - start: The address of the input; `nil` if it is empty.
///   - count: The number of bytes.
/// - Returns: 0, as libFuzzer requires.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        print("FUZZ_TARGET is one of", FuzzTarget.all.map(\.name).joined(separator: " "))
        exit(2)
    }
    return target
}()
