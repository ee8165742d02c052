import ByteEncodings

/// The relying party of a passkey: a domain and the origins that belong to it (WebAuthn §5.1.3 step 8).
struct RelyingParty: Sendable {
    let id: String

    /// Creates a relying party from a domain: labels of lower-case letters, digits and hyphens.
    init(_ id: String) throws(PasskeyError) {
        let labels = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard id.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else {
            throw PasskeyError(.invalidRelyingParty, detail: "the ID of the relying party is not a domain name")
        }
        self.id = id
    }

    /// Returns the origin in the client data: `given` if it belongs to the relying party, with plain `http` for names
    /// of this machine only; `https://<id>` for `nil`. Throws `invalidRelyingParty` for another origin.
    func origin(_ given: String?) throws(PasskeyError) -> String {
        guard let given else { return "https://\(id)" }
        let isSecure = given.hasPrefix("https://")
        let authority = given.utf8.dropFirst(isSecure ? 8 : 7).split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard isSecure || given.hasPrefix("http://"), let host = authority.first.flatMap({ String($0) }),
            (try? RelyingParty(host)) != nil, isSecure || Self.isThisMachine(host),
            host == id || host.hasSuffix(".\(id)"), authority.dropFirst().allSatisfy(Self.isPort)
        else {
            throw PasskeyError(.invalidRelyingParty, detail: "the origin does not belong to the relying party")
        }
        return given
    }

    private static func isLabel(_ label: Substring.UTF8View.SubSequence) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == hyphen }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1"
    }

    private static func isPort(_ digits: Substring.UTF8View.SubSequence) -> Bool {
        UInt16(digits: Substring(digits)) != nil
    }
}
