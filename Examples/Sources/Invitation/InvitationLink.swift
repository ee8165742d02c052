import Foundation

/// The link of an invitation, validated before use: its sender controls every character of it.
struct InvitationLink {
    /// The reason the command line is invalid.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The scheme of the links that the desktop opens with this program.
    static let scheme = "com.example.invitation"

    let url: URL
    /// The link's name for the organization; only the tenant knows the real one.
    let organization: String

    init(_ words: some Collection<String>) throws(Mistake) {
        guard words.count == 1, let text = words.first else {
            throw Mistake(
                description: "usage: Invitation LINK, the whole link of the e-mail, in quotes; or Invitation register")
        }
        guard let parts = URLComponents(string: text), let url = parts.url,
            ["https", Self.scheme].contains(parts.scheme?.lowercased()) || Self.isLocal(parts),
            parts.host?.isEmpty == false, parts.user == nil, parts.password == nil
        else { throw Mistake(description: "An invitation is a link that begins with https:// or \(Self.scheme)://") }
        func only(_ name: String) throws(Mistake) -> String {
            let values = (parts.queryItems ?? []).filter { $0.name == name }.compactMap(\.value)
            guard values.count == 1, let value = values.first, !value.isEmpty else {
                throw Mistake(description: "This link is no invitation: it has to name one \(name)")
            }
            return value
        }
        _ = try only("invitation")
        let identifier = try only("organization")
        let name = parts.queryItems?.first { $0.name == "organization_name" }?.value ?? identifier
        // It is printed to a terminal, which interprets control characters.
        organization = String(
            name.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(60).map(Character.init))
        self.url = url
    }

    /// Whether it is a link of the tenant emulator, which needs no certificate on this machine.
    private static func isLocal(_ parts: URLComponents) -> Bool {
        parts.scheme?.lowercased() == "http" && ["127.0.0.1", "localhost"].contains(parts.host?.lowercased())
    }
}
