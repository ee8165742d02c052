import ByteEncodings
import HTTPMessages

/// How the SDK names itself to the server, in the header `Auth0-Client`.
///
/// It tells the name and version of the SDK, of the library around it when there is one, and of the platform; nothing
/// about the machine, the application or its users. Opt out with ``Trackable/tracking(enabled:)``.
public struct Telemetry: Sendable, Hashable {
    /// The name of the header, as a request must not set it for itself.
    static let reservedField = "auth0-client"
    /// The version of the SDK.
    static let version = "0.1.0"

    private var isEnabled = true { didSet { fields = makeFields() } }
    private var library: Library? { didSet { fields = makeFields() } }

    /// The fields of every request of a client: made when they change, not for each request.
    private(set) var fields = Telemetry.plain

    private struct Library: Hashable {
        let name: String
        let version: String
    }

    /// The SDK by itself.
    public init() {}

    /// Whether the header is sent.
    mutating func tracking(enabled: Bool) { isEnabled = enabled }

    /// Names the library that uses the SDK.
    mutating func using(inLibrary name: String, version: String) { library = Library(name: name, version: version) }

    /// The value of the header, for the address of a login page; `nil` when nothing is told.
    var value: String? { fields["Auth0-Client"] }

    private static let plain = makeFields(telling: true, nil)

    private func makeFields() -> HTTPFields { Self.makeFields(telling: isEnabled, library) }

    private static func makeFields(telling isEnabled: Bool, _ library: Library?) -> HTTPFields {
        var fields: HTTPFields = ["Content-Type": "application/json"]
        if isEnabled { fields.append("Auth0-Client", encoded(library)) }
        return fields
    }

    private static func encoded(_ library: Library?) -> String {
        var environment: [JSONValue.Member] = [
            .init(name: "swift", value: .string("6.x")), .init(name: "linux", value: .string("unknown")),
        ]
        if library != nil { environment.append(.init(name: "core", value: .string(version))) }
        var writer = JSONWriter()
        writer.write(members: [
            .init(name: "name", value: .string(library?.name ?? "auth0-streams")),
            .init(name: "version", value: .string(library?.version ?? version)),
            .init(name: "env", value: .object(environment)),
        ])
        return Base64URL.encode(writer.bytes)
    }
}

/// A client that names the SDK to the server.
public protocol Trackable {
    /// How it does so.
    var telemetry: Telemetry { get set }
}

extension Trackable {
    /// Turns the header `Auth0-Client` on or off; it is on unless turned off.
    public mutating func tracking(enabled: Bool) { telemetry.tracking(enabled: enabled) }

    /// Names the library that uses the SDK, in place of the SDK.
    public mutating func using(inLibrary name: String, version: String) {
        telemetry.using(inLibrary: name, version: version)
    }
}
