/// An entry point of the package that processes untrusted bytes, with the properties that must hold for every input.
///
/// A target traps if a property does not hold; libFuzzer reports the trap.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] = [
        .json, .names, .jws, .jwks, .challenge, .form, .base64url, .url, .fields, .dpop, .sealed, .keys,
        .callback, .answer, .provider, .device, .lifetime, .excerpt,
    ]
}

extension [UInt8] {
    /// The bytes decoded as UTF-8; invalid sequences are replaced.
    var text: String { String(decoding: self, as: UTF8.self) }
}
