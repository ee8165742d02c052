import ByteEncodings

/// What is wrong with the ID tokens of an answer.
public struct TokenTampering: Sendable {
    /// How the token is signed.
    public enum Signature: String, Sendable, Hashable, CaseIterable {
        /// As it should be.
        case genuine
        /// Not at all: `alg` is `none`.
        case none
        /// With the public key taken for a secret, as `HS256`.
        case confusedSecret = "confused-secret"
        /// By a key nobody published, under the name of one that is.
        case foreignKey = "foreign-key"
        /// By a key nobody published, under its own name.
        case unknownKey = "unknown-key"
        /// With one bit changed.
        case flippedBit = "flipped-bit"
    }

    /// Changes claims; the second argument is the tenant's time.
    typealias Edit = @Sendable (inout [String: JSONValue], Int) -> Void

    let header: [String: JSONValue]
    let signature: Signature
    private let edit: Edit

    /// Describes what is wrong.
    ///
    /// - Parameters:
    ///   - claims: Claims to set or, with `JSONNull()`, to leave out.
    ///   - header: Members of the header to set or to leave out.
    ///   - signature: How the token is signed.
    /// - Throws: ``EmulatorError/Code/unknown`` for a value that JSON does not have.
    public init(
        claims: [String: any Sendable] = [:], header: [String: any Sendable] = [:], signature: Signature = .genuine
    ) throws {
        do {
            let changes = try JSONValue(freeForm: claims).dictionary ?? [:]
            self.init(
                header: try JSONValue(freeForm: header).dictionary ?? [:], signature: signature,
                edit: { claims, _ in claims = Self.change(claims, changes) })
        } catch { throw EmulatorError(.unknown, "a value that JSON does not have", cause: error) }
    }

    init(header: [String: JSONValue] = [:], signature: Signature = .genuine, edit: @escaping Edit) {
        (self.header, self.signature, self.edit) = (header, signature, edit)
    }

    /// The claims as they are written.
    func changed(_ claims: [String: JSONValue], now: Int) -> [String: JSONValue] {
        var claims = claims
        edit(&claims, now)
        return claims
    }

    /// The members with those of `changes` set or left out.
    static func change(_ members: [String: JSONValue], _ changes: [String: JSONValue]) -> [String: JSONValue] {
        members.merging(changes) { $1 }.filter { $0.value != .null || changes[$0.key] != .null }
    }
}
