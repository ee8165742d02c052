import OpenSSLCryptography
import ByteEncodings
import Foundation

/// A key, and proofs that somebody holds it, written out by hand.
struct TestProver {
    /// What a proof says; each is what it should be unless a test changes it.
    struct Recipe {
        var header: [String: Any?] = [:]
        var claims: [String: Any?] = [:]
        /// Whether another key signs.
        var isForged = false
    }

    let key: PrivateKey
    private let stranger: PrivateKey

    init() throws {
        key = try PrivateKey(generating: .ellipticCurve(.p256))
        stranger = try PrivateKey(generating: .ellipticCurve(.p256))
    }

    private var coordinates: (x: String, y: String) {
        guard case .ellipticCurve(_, let x, let y) = key.publicKey.components else { return ("", "") }
        return (Base64URL.encode(x), Base64URL.encode(y))
    }

    /// The thumbprint of RFC 7638: the members in their order, without white space.
    var thumbprint: String {
        let (x, y) = coordinates
        let text = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        return Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(text.utf8)))
    }

    /// A proof for one request.
    func proof(
        _ method: String, _ address: String, token: String? = nil, nonce: String? = nil, at date: Date = Date(),
        _ change: (inout Recipe) -> Void = { _ in }
    ) throws -> String {
        let (x, y) = coordinates
        var recipe = Recipe()
        recipe.header = [
            "typ": "dpop+jwt", "alg": "ES256", "jwk": ["kty": "EC", "crv": "P-256", "x": x, "y": y],
        ]
        recipe.claims = [
            "htm": method, "htu": address, "jti": UUID().uuidString, "iat": Int(date.timeIntervalSince1970),
        ]
        if let token {
            recipe.claims["ath"] = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(token.utf8)))
        }
        if let nonce { recipe.claims["nonce"] = nonce }
        change(&recipe)
        let input = try [recipe.header, recipe.claims].map(Self.segment).joined(separator: ".")
        let signer = try SignatureSigner(recipe.isForged ? stranger : key, .ecdsa(.p256))
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
    func post(_ path: String, _ members: [String: Any], proof: String) async throws -> Answer {
        var writer = JSONWriter()
        writer.write(try JSONValue(freeForm: ["client_id": clientID].merging(members) { $1 }))
        return try await send(
            "POST", path, headers: ["Content-Type": "application/json", "DPoP": proof], body: writer.bytes)
    }

    /// Logs a seeded user in with a proof.
    func logIn(proof: String, _ more: [String: Any] = [:]) async throws -> Answer {
        let members: [String: Any] = [
            "grant_type": "password", "username": "john@example.com", "password": Self.password,
            "scope": "openid profile offline_access",
        ]
        return try await post("/oauth/token", members.merging(more) { $1 }, proof: proof)
    }

    /// Gets with a token that is bound to a key.
    func get(_ path: String, token: String?, proof: String?, scheme: String = "DPoP") async throws -> Answer {
        var headers = ["Authorization": "\(scheme) \(token ?? "")"]
        headers["DPoP"] = proof
        return try await send("GET", path, headers: headers)
    }
}
