/// A way into the package for bytes that nobody vouches for, with what has to hold whatever they are.
///
/// A target traps when something does not hold; a trap is what libFuzzer looks for.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] = [
        .json, .jws, .jwks, .challenge, .form, .base64url, .url, .fields, .dpop, .sealed,
        .callback, .answer, .provider, .device,
    ]
}

extension [UInt8] {
    /// The bytes as text; what is no UTF-8 is repaired.
    var text: String { String(decoding: self, as: UTF8.self) }
}
