import ByteEncodings
import HTTPMessages

/// The identification of the SDK to the server, the header field `Auth0-Client`.
///
/// It holds the name and the version of the SDK, of the library that uses the SDK if there is one, and of the platform;
/// nothing about the machine, the application or its users. Opt out with ``Trackable/tracking(enabled:)``.
public struct Telemetry: Sendable, Hashable {
    /// The name of the header field, which requests cannot set themselves.
    static let reservedField = "auth0-client"
    /// The version of the SDK.
    static let version = "0.2.0"

    private var isEnabled = true { didSet { fields = Self.fields(isEnabled, library) } }
    private var library: Library? { didSet { fields = Self.fields(isEnabled, library) } }

    /// The header fields of every request of a client, computed once per change instead of once per request.
    private(set) var fields = Telemetry.plain

    private struct Library: Hashable {
        let name: String
        let version: String
    }

    /// Creates the telemetry of the SDK itself.
    public init() {}

    /// Turns the header field on or off.
    mutating func tracking(enabled: Bool) { isEnabled = enabled }

    /// Sets the name and the version of the library that uses the SDK.
    mutating func using(inLibrary name: String, version: String) { library = Library(name: name, version: version) }

    /// The value of the header field, which the URL of a login page carries as well; `nil` when telemetry is off.
    var value: String? { fields["Auth0-Client"] }

    private static let plain = fields(true, nil)

    private static func fields(_ isEnabled: Bool, _ library: Library?) -> TransportFields {
        var fields: TransportFields = ["Content-Type": "application/json"]
        if isEnabled { fields.append(encoded(library), named: "Auth0-Client") }
        return fields
    }

    private static func encoded(_ library: Library?) -> String {
        var environment: [JSONValue.Member] = [
            .init(name: "swift", value: .string("6.x")), .init(name: "linux", value: .string("unknown")),
        ]
        if library != nil { environment.append(.init(name: "core", value: .string(version))) }
        let client = JSONValue.object([
            .init(name: "name", value: .string(library?.name ?? "auth0-streams")),
            .init(name: "version", value: .string(library?.version ?? version)),
            .init(name: "env", value: .object(environment)),
        ])
        return Base64URL.encode(client.encoded)
    }
}

/// A client that identifies the SDK to the server.
public protocol Trackable {
    /// The identification of the SDK that requests carry.
    var telemetry: Telemetry { get set }
    /// The identification of the SDK that requests carry: ``telemetry``, by its name in Auth0.swift 3.x. A test double
    /// needs neither or one of them.
    var auth0ClientInfo: Auth0ClientInfo { get set }
}

extension Trackable {
    /// The identification of the SDK itself, for test doubles without this property. Setting it has no effect.
    public var telemetry: Telemetry {
        get { Telemetry() }
        set {}  // A test double without this property sends no requests.
    }

    /// The default implementation, which is ``telemetry``.
    public var auth0ClientInfo: Auth0ClientInfo {
        get { telemetry }
        set { telemetry = newValue }
    }

    /// Turns the header field `Auth0-Client` on or off; it is on by default.
    ///
    /// - Parameter enabled: Whether requests carry the header field.
    public mutating func tracking(enabled: Bool) { auth0ClientInfo.tracking(enabled: enabled) }

    /// Identifies the library that uses the SDK, in place of the SDK.
    ///
    /// - Parameters:
    ///   - name: The name of the library.
    ///   - version: The version of the library.
    public mutating func using(inLibrary name: String, version: String) {
        auth0ClientInfo.using(inLibrary: name, version: version)
    }
}
