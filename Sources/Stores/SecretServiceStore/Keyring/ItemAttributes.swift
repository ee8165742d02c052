import SecretStorage

/// The attributes by which an item is found, which the keyring does not encrypt.
///
/// - SeeAlso: [Secret Service, Lookup
///   Attributes](https://specifications.freedesktop.org/secret-service-spec/latest/lookup-attributes.html)
struct ItemAttributes {
    /// The names of the attributes with the service and the account.
    static let (service, account) = ("service", "account")

    private static let schema = "io.github.auth0-streams.Secret"

    let pairs: [(name: String, value: String)]

    /// Creates the attributes of all secrets of an application.
    init(application: String) {
        pairs = [("xdg:schema", Self.schema), ("application", Self.escaped(application))]
    }

    /// Creates the attributes of all secrets of a service.
    init(application: String, service: String) {
        pairs = ItemAttributes(application: application).pairs + [(Self.service, Self.escaped(service))]
    }

    /// Creates the attributes of one secret.
    init(application: String, _ name: SecretName) {
        pairs =
            ItemAttributes(application: application, service: name.service).pairs
            + [(Self.account, Self.escaped(name.account))]
    }

    /// Returns a text without NUL, which D-Bus does not transport.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "%") }) else { return text }
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\0": escaped += "%00"
            case "%": escaped += "%25"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns the text that ``escaped(_:)`` has escaped; `nil` for any other text.
    static func unescaped(_ text: String) -> String? {
        // By scalars: a percent sign and the marks that follow it are one character.
        let parts = text.unicodeScalars.split(separator: "%", omittingEmptySubsequences: false)
        var unescaped = String(parts[0])
        for part in parts.dropFirst() {
            switch String(part.prefix(2)) {
            case "00": unescaped += "\0"
            case "25": unescaped += "%"
            default: return nil
            }
            unescaped.unicodeScalars += part.dropFirst(2)
        }
        return unescaped
    }
}
