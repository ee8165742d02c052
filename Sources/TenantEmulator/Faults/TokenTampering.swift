import Encodings

/// What is wrong with the ID tokens of an answer.
public struct TokenTampering: Sendable {
    /// How the token is signed.
    public enum Signature: Sendable, Hashable, CaseIterable {
        /// As it should be.
        case genuine
        /// Not at all: `alg` is `none`.
        case none
        /// With the public key taken for a secret, as `HS256`.
        case confusedSecret
        /// By a key nobody published, under the name of one that is.
        case foreignKey
        /// By a key nobody published, under its own name.
        case unknownKey
        /// With one bit changed.
        case flippedBit
    }

    let claims: [String: JSONValue]
    let header: [String: JSONValue]
    let signature: Signature

    /// Describes what is wrong.
    ///
    /// - Parameters:
    ///   - claims: Claims to set or, with `JSONNull()`, to leave out.
    ///   - header: Members of the header to set or to leave out.
    ///   - signature: How the token is signed.
    /// - Throws: ``EmulatorError/Code/unknown`` for a value that JSON does not have.
    public init(
        claims: [String: any Sendable] = [:], header: [String: any Sendable] = [:], signature: Signature = .genuine
    ) throws(EmulatorError) {
        do {
            self.claims = try JSONValue(freeForm: claims).dictionary ?? [:]
            self.header = try JSONValue(freeForm: header).dictionary ?? [:]
        } catch { throw EmulatorError(.unknown, "a value that JSON does not have", cause: error) }
        self.signature = signature
    }

    /// The members with those of `changes` set or left out.
    static func change(_ members: [String: JSONValue], _ changes: [String: JSONValue]) -> [String: JSONValue] {
        members.merging(changes) { $1 }.filter { $0.value != .null || changes[$0.key] != .null }
    }
}
