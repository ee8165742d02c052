import ByteEncodings
import Foundation
import OpenSSLCryptography

/// A key and the DPoP proofs it signs, independent of the SDK.
struct DPoPProofSigner {
    /// The header and claims of a proof; they are correct unless a test changes them.
    struct Content {
        var header: [String: Any?] = [:]
        var claims: [String: Any?] = [:]
        /// Whether another key signs the proof.
        var isForged = false
    }

    let key: PrivateKey
    private let otherKey: PrivateKey

    init() throws {
        key = try PrivateKey(generating: .ellipticCurve(.p256))
        otherKey = try PrivateKey(generating: .ellipticCurve(.p256))
    }

    private var coordinates: (x: String, y: String) {
        guard case .ellipticCurve(_, let x, let y) = key.publicKey.components else { return ("", "") }
        return (Base64URL.encode(x), Base64URL.encode(y))
    }

    /// The RFC 7638 thumbprint: members in lexicographic order, without white space.
    var thumbprint: String {
        let (x, y) = coordinates
        let text = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        return Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(text.utf8)))
    }

    /// Creates the proof of one request.
    func proof(
        _ method: String, _ address: String, token: String? = nil, nonce: String? = nil, at date: Date = Date(),
        _ change: (inout Content) -> Void = { _ in }
    ) throws -> String {
        let (x, y) = coordinates
        var content = Content()
        content.header = [
            "typ": "dpop+jwt", "alg": "ES256", "jwk": ["kty": "EC", "crv": "P-256", "x": x, "y": y],
        ]
        content.claims = [
            "htm": method, "htu": address, "jti": UUID().uuidString, "iat": Int(date.timeIntervalSince1970),
        ]
        if let token {
            content.claims["ath"] = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(token.utf8)))
        }
        if let nonce { content.claims["nonce"] = nonce }
        change(&content)
        let input = try [content.header, content.claims].map(Self.segment).joined(separator: ".")
        let signer = try SignatureSigner(content.isForged ? otherKey : key, .ecdsa(.p256))
        return input + "." + Base64URL.encode(try signer.signature(for: Array(input.utf8)))
    }

    private static func segment(_ members: [String: Any?]) throws -> String {
        var writer = JSONWriter()
        writer.write(try JSONValue(freeForm: members.compactMapValues(\.self)))
        return Base64URL.encode(writer.bytes)
    }
}

extension TestClient {
    /// Posts JSON with a proof.
    func post(_ path: String, _ members: [String: Any], proof: String) async throws -> TestResponse {
        var writer = JSONWriter()
        writer.write(try JSONValue(freeForm: ["client_id": clientID].merging(members) { $1 }))
        return try await send(
            "POST", path, headers: ["Content-Type": "application/json", "DPoP": proof], body: writer.bytes)
    }

    /// Logs in a seeded user with a proof.
    func logIn(proof: String, _ more: [String: Any] = [:]) async throws -> TestResponse {
        let members: [String: Any] = [
            "grant_type": "password", "username": "john@example.com", "password": Self.password,
            "scope": "openid profile offline_access",
        ]
        return try await post("/oauth/token", members.merging(more) { $1 }, proof: proof)
    }

    /// Sends a GET request with a bound token.
    func get(_ path: String, token: String?, proof: String?, scheme: String = "DPoP") async throws -> TestResponse {
        var headers = ["Authorization": "\(scheme) \(token ?? "")"]
        headers["DPoP"] = proof
        return try await send("GET", path, headers: headers)
    }
}
