import ByteEncodings

/// An alteration of the ID tokens, or of the signed user info, in a response.
public struct TokenTampering: Sendable {
    /// Changes the claims; the second argument is the tenant's time in seconds since 1970.
    typealias Edit = @Sendable (inout [String: JSONValue], Int) -> Void

    let name: String?
    let header: [String: JSONValue]
    let signature: Signature
    private let edit: Edit

    /// Creates an alteration.
    ///
    /// - Parameters:
    ///   - claims: The claims to set; a value of `JSONNull()` removes the claim.
    ///   - header: The members of the header to set or remove.
    ///   - signature: The signature of the token.
    /// - Throws: ``EmulatorError/Code/unknown`` for a value that JSON cannot represent.
    public init(
        claims: [String: any Sendable] = [:], header: [String: any Sendable] = [:], signature: Signature = .genuine
    ) throws {
        self.init(changes: try Self.members(claims), header: try Self.members(header), signature: signature)
    }

    init(changes: [String: JSONValue], header: [String: JSONValue], signature: Signature) {
        self.init(header: header, signature: signature) { claims, _ in claims = Self.change(claims, changes) }
    }

    init(
        name: String? = nil, header: [String: JSONValue] = [:], signature: Signature = .genuine,
        edit: @escaping Edit = { _, _ in }
    ) {
        (self.name, self.header, self.signature, self.edit) = (name, header, signature, edit)
    }

    func changed(_ claims: [String: JSONValue], now: Int) -> [String: JSONValue] {
        var claims = claims
        edit(&claims, now)
        return claims
    }

    static func members(_ values: [String: any Sendable]) throws -> [String: JSONValue] {
        do {
            return try JSONValue(freeForm: values).dictionary ?? [:]
        } catch { throw EmulatorError(.unknown, "a value that JSON does not have", cause: error) }
    }

    /// Merges `changes` into `members`; a null in `changes` removes the member.
    static func change(_ members: [String: JSONValue], _ changes: [String: JSONValue]) -> [String: JSONValue] {
        members.merging(changes) { $1 }.filter { $0.value != .null || changes[$0.key] != .null }
    }
}

extension TokenTampering {
    /// The names of the predefined alterations, grouped by kind.
    ///
    /// Each is also a static member: `alg-none` is ``algNone``.
    public static var names: [String] { predefined.compactMap(\.name) }

    /// Finds a predefined alteration by its name in the control API and on the command line.
    ///
    /// - Parameter name: One of ``names``.
    /// - Throws: ``EmulatorError/Code/unknown`` for any other name.
    public init(named name: String) throws {
        guard let tampering = Self.predefined.first(where: { $0.name == name }) else {
            throw EmulatorError(.unknown, "tampering \(name)")
        }
        self = tampering
    }

    private static let predefined = ofHeader + ofParties + ofTimes
}
