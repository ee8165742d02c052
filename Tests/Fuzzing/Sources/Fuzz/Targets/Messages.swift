import Foundation
import HTTPMessages
import RequestPipeline

extension FuzzTarget {
    /// Authentication challenges: writing and reading them again returns equal challenges.
    static let challenge = FuzzTarget(name: "challenge") { bytes in
        guard let challenges = HTTPChallenge.parse(bytes.text) else { return }
        let written = challenges.map(\.spelling).joined(separator: ", ")
        precondition(HTTPChallenge.parse(written) == challenges, "what was written reads differently")
        _ = (TokenChallenge(bytes.text, for: .dpop), TokenChallenge(bytes.text, for: .bearer))
    }

    /// A URL: an accepted URL is kept unchanged, and another parser reads the same host and port from it.
    static let url = FuzzTarget(name: "url") { bytes in
        guard let url = try? HTTPURL(bytes.text) else { return }
        precondition((try? HTTPURL(url.string)) == url, "an address reads differently")
        precondition((try? HTTPURL(url.description))?.origin == url.origin, "a description names another origin")
        precondition(url.path.utf8.first == UInt8(ascii: "/"), "a path without a root")
        precondition(!url.host.utf8.contains(UInt8(ascii: "@")), "user information in a host")
        guard let theirs = URL(string: url.string), let host = theirs.host(percentEncoded: false) else { return }
        precondition(host.lowercased() == url.host.filter { $0 != "[" && $0 != "]" }, "Foundation sees another host")
        precondition(theirs.port ?? (url.isSecure ? 443 : 80) == url.port, "Foundation sees another port")
    }

    /// Header fields: no stored field contains a line break, and a retry date is within bounds.
    static let fields = FuzzTarget(name: "fields") { bytes in
        var fields = TransportFields()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            line.withUnsafeBytes { _ = fields.append(line: $0) }
        }
        for (name, value) in fields {
            precondition(!name.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: ":") }, "a name that is none")
            precondition(!value.utf8.contains { [0, 0x0A, 0x0D].contains($0) }, "a line break in a value")
        }
        let response = TransportResponse(status: 429, fields: fields)
        precondition((0...86_400).contains(response.retryAfter ?? 0), "a wait out of bounds")
        _ = (response.dpopNonce, response.dpopChallenge, Redaction.response(response))
    }
}

extension HTTPChallenge {
    /// The challenge as text.
    fileprivate var spelling: String {
        if let token { return "\(scheme) \(token)" }
        let parameters = parameters.sorted { $0.key < $1.key }.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\(name)=\"\(escaped)\""
        }
        return "\(scheme) \(parameters.joined(separator: ", "))"
    }
}
