import JOSE

/// The authentication schemes of a server, for the challenges of its responses (RFC 9449 §7.1, §7.2).
struct OfferedSchemes: Sendable, Hashable {
    /// Whether tokens are accepted as `Bearer`.
    var isBearerOffered = true
    /// Whether tokens are accepted as `DPoP`.
    var isDPoPOffered = false
    /// Whether the request presented its token as `DPoP`.
    var isDPoPPresented = false
    /// The names of the signature algorithms that proofs may use.
    var algorithms: [String] = []

    /// The challenge of a request without a token, which has no error code.
    var challenge: String {
        var schemes: [String] = []
        if isBearerOffered { schemes.append("Bearer") }
        if isDPoPOffered { schemes.append(join("DPoP", [algorithmList])) }
        return schemes.joined(separator: ", ")
    }

    /// Returns the challenge of a refused token, by default for the scheme of the request, or the only offered one.
    func challenge(_ error: String, _ parameter: String? = nil, isDPoP: Bool? = nil) -> String {
        let isDPoP = isDPoP ?? (isDPoPPresented || !isBearerOffered)
        return join(
            isDPoP ? "DPoP" : "Bearer", [#"error="\#(error)""#, parameter, isDPoP ? algorithmList : nil])
    }

    private var algorithmList: String? {
        algorithms.isEmpty ? nil : #"algs="\#(algorithms.joined(separator: " "))""#
    }

    private func join(_ scheme: String, _ parameters: [String?]) -> String {
        let parameters = parameters.compactMap(\.self)
        return parameters.isEmpty ? scheme : scheme + " " + parameters.joined(separator: ", ")
    }
}

extension AccessTokenVerifier {
    /// Returns the schemes of this server, for a request with the scheme of its token.
    func schemes(isDPoPPresented: Bool) -> OfferedSchemes {
        let algorithms = SignatureAlgorithm.allCases.filter(proofs.algorithms.contains).map(\.rawValue)
        return OfferedSchemes(
            // Tokens that are bound to a certificate are presented as bearer tokens: RFC 8705 §3.
            isBearerOffered: binding.kind != .dpop, isDPoPOffered: binding.kind != .certificate,
            isDPoPPresented: isDPoPPresented, algorithms: algorithms)
    }
}
