package import ByteEncodings
import FoundationEssentials
package import OpenSSLCryptography

/// A key that signs with one algorithm: a private key, or a shared secret.
///
/// ```swift
/// let key = try SigningKey(generating: .es256)
/// let token = try key.sign(claims: claims)
/// let published = try JSONEncoder().encode(JSONWebKeySet(publishing: [key]))
/// ```
public struct SigningKey: Sendable {
    private enum Signer {
        case asymmetric(SignatureSigner, PrivateKey)
        case secret(MessageAuthenticator)
    }

    /// The signature algorithm (`alg`).
    public let algorithm: SignatureAlgorithm
    /// The key ID in headers and key sets (`kid`).
    public let id: String?
    private let signer: Signer
    /// The encoded header of a token of type `JWT` without further members, which most tokens have.
    private let usualHeader: [UInt8]

    /// Creates a signing key from a private key.
    package init(_ key: PrivateKey, algorithm: SignatureAlgorithm, id: String? = nil) throws(JOSEError) {
        guard let scheme = algorithm.scheme(for: key.publicKey.components) else {
            throw JOSEError(.algorithmNotAllowed)
        }
        signer = .asymmetric(try JOSEError.wrapping(.keyRefused) { try SignatureSigner(key, scheme) }, key)
        (self.algorithm, self.id) = (algorithm, id)
        usualHeader = Self.encodedHeader(algorithm, type: Self.usualType, id: id)
    }

    /// Creates a signing key from a shared secret.
    ///
    /// <!-- swift: import SecretStorage -->
    ///
    /// ```swift
    /// let key = try SigningKey(secret: SecretBytes("a secret of at least 32 bytes, random".utf8), algorithm: .hs256)
    /// print(key.publicKey == nil)
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - secret: The shared secret.
    ///   - algorithm: The HMAC algorithm.
    ///   - id: The key ID in headers; `nil`, the default, leaves it out.
    /// - Throws: ``JOSEError/Code/algorithmNotAllowed`` for an algorithm without a shared secret;
    ///   ``JOSEError/Code/keyRefused`` for a secret shorter than the hash ([RFC 7518
    ///   §3.2](https://www.rfc-editor.org/rfc/rfc7518#section-3.2)), and for a key in PEM, DER, JSON or SSH format,
    ///   which is not a secret.
    public init(secret: SecretBytes, algorithm: SignatureAlgorithm, id: String? = nil) throws {
        signer = .secret(try algorithm.authenticator(with: secret))
        (self.algorithm, self.id) = (algorithm, id)
        usualHeader = Self.encodedHeader(algorithm, type: Self.usualType, id: id)
    }

    /// The public key, with ``id`` and ``algorithm``, for a key set; `nil` for a shared secret.
    public var publicKey: JSONWebKey? {
        privateKey.map { JSONWebKey($0.publicKey, id: id, algorithm: algorithm) }
    }

    /// The private key; `nil` for a shared secret.
    package var privateKey: PrivateKey? {
        guard case .asymmetric(_, let key) = signer else { return nil }
        return key
    }

    /// Returns an encoded header with further members, for several tokens.
    package func header(type: String?, _ further: [JSONValue.Member] = []) -> [UInt8] {
        Self.encodedHeader(algorithm, type: type, id: id, further)
    }

    /// As ``sign(_:type:)``, with an encoded header.
    package func sign(_ payload: [UInt8], header: [UInt8]) throws(JOSEError) -> String {
        var token: [UInt8] = []
        token.reserveCapacity(header.count + payload.count * 4 / 3 + 1_024)
        token.append(contentsOf: header)
        token.append(UInt8(ascii: "."))
        Base64URL.append(payload, to: &token)
        let signature = try signature(of: token)
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }

    /// Signs `payload` and returns the token in compact form, with `alg`, `typ` and `kid` in the header.
    ///
    /// ```swift
    /// let key = try SigningKey(generating: .es256)
    /// let text = try key.sign(Array("hello".utf8))
    /// print(text.split(separator: ".").count)
    /// // prints 3
    /// ```
    ///
    /// - Parameters:
    ///   - payload: The bytes to sign, unchanged.
    ///   - type: The `typ` of the header; `nil`, the default, leaves it out.
    /// - Returns: Header, payload and signature, joined by dots.
    /// - Throws: ``JOSEError/Code/signingFailed`` if the library fails.
    public func sign(_ payload: [UInt8], type: String? = nil) throws -> String {
        try sign(payload, header: type == Self.usualType ? usualHeader : header(type: type))
    }

    /// Signs claims and returns the token in compact form, with `alg`, `typ` and `kid` in the header.
    ///
    /// ```swift
    /// let key = try SigningKey(generating: .es256, id: "2026-1")
    /// let token = try key.sign(claims: ["sub": "john"])
    ///
    /// let keys = KeyRing(JSONWebKeySet(publishing: [key]))
    /// print(try keys.verifiedToken(token)["sub"].string ?? "")
    /// // prints john
    /// ```
    ///
    /// - Parameters:
    ///   - claims: The claims. Dates in them, up to the year 9999, become whole seconds since 1970 (`NumericDate`).
    ///   - type: The `typ` of the header; `JWT` by default; `nil` leaves it out.
    /// - Returns: Header, payload and signature, joined by dots.
    /// - Throws: ``JOSEError/Code/malformed`` if the claims cannot be encoded, or do not encode as a JSON object;
    ///   ``JOSEError/Code/signingFailed`` if the library fails.
    /// - SeeAlso: [RFC 7519 §2](https://www.rfc-editor.org/rfc/rfc7519#section-2)
    public func sign(claims: some Encodable, type: String? = "JWT") throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            guard date.isNumericDate else {
                // The number instead of the date: the description of an error with this date would end the process.
                throw EncodingError.invalidValue(
                    date.timeIntervalSince1970,
                    .init(codingPath: encoder.codingPath, debugDescription: "the date is out of range"))
            }
            try container.encode(Int(date.timeIntervalSince1970.rounded(.down)))
        }
        let payload: [UInt8]
        do {
            payload = Array(try encoder.encode(claims))
        } catch { throw JOSEError(.malformed, cause: error) }
        guard payload.first == UInt8(ascii: "{") else { throw JOSEError(.malformed) }
        return try sign(payload, type: type)
    }

    private static let usualType = "JWT"

    private static func encodedHeader(
        _ algorithm: SignatureAlgorithm, type: String?, id: String?, _ further: [JSONValue.Member] = []
    ) -> [UInt8] {
        var members = [JSONValue.Member(name: "alg", value: .string(algorithm.rawValue))]
        if let type { members.append(JSONValue.Member(name: "typ", value: .string(type))) }
        if let id { members.append(JSONValue.Member(name: "kid", value: .string(id))) }
        var header: [UInt8] = []
        Base64URL.append(JSONValue.object(members + further).encoded, to: &header)
        return header
    }

    /// Returns the bare signature of `input`.
    package func signature(of input: [UInt8]) throws(JOSEError) -> [UInt8] {
        do {
            switch signer {
            case .asymmetric(let signer, _): return try signer.signature(for: input)
            case .secret(let authenticator): return try authenticator.code(for: input)
            }
        } catch { throw JOSEError(.signingFailed, cause: error) }
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm only.
    public var description: String { "SigningKey(\(algorithm.rawValue))" }
    /// A mirror of the algorithm only.
    public var customMirror: Mirror { Mirror(self, children: ["algorithm": algorithm.rawValue]) }
}
