import ByteEncodings
import FoundationEssentials
package import SecretStorage

/// The stored form of a record: a JSON object. Dates are seconds since the beginning of 2001.
///
/// Version 1, of the package's version 0.1.0, names no client, and has the start time of a renewal in place of its
/// mark.
extension LoginRecord {
    private static let version = 2

    /// The store limits the size of a record, and every stored record can be read.
    private static let limits = JSONLimits(depth: 64, members: .max, values: .max)

    /// The error of a text that is no record.
    private static let damaged = JSONError(.invalidValue, member: "v")

    /// Parses a stored record; an error is `unsupportedVersion` or `corrupt`, and does not repeat the text.
    package init(parsing text: UnsafeRawBufferPointer) throws(SecretStoreError) {
        var version: Int?
        do throws(JSONError) {
            self = try JSONScanner.scan(text.bindMemory(to: UInt8.self), limits: Self.limits) {
                json throws(JSONError) in
                try LoginRecord(from: &json, version: &version)
            }
        } catch {
            guard let version, version > Self.version else {
                throw SecretStoreError(.corrupt, detail: "it is no record of a login: log in again, which replaces it")
            }
            throw SecretStoreError(
                .unsupportedVersion, detail: "a later version of the SDK stored the login: update this program")
        }
    }

    private init(from json: inout JSONScanner, version: inout Int?) throws(JSONError) {
        var record = LoginRecord(nil, of: nil, at: Date(timeIntervalSinceReferenceDate: .nan))
        var (generation, issuer, client): (UInt64?, String?, String?)
        var (mark, place, isOver, began): (UInt64?, UInt64?, Bool, Date?) = (nil, nil, false, nil)
        try json.object { name, json throws(JSONError) in
            switch name {
            case "v":
                version = Int(clamping: try json.unsigned())
                guard let version, version <= Self.version else { throw Self.damaged }
            case "issuer": issuer = try json.string()
            case "client": client = try json.string()
            case "generation": generation = try json.unsigned()
            case "login": record.login = try json.unsigned()
            case "credentials": record.credentials = try Self.credentials(&json)
            case "requestedScope": record.requestedScope = try json.stringOrNull()
            case "sessionExpiry": record.sessionExpiry = try json.date()
            case "idTokenExpiry": record.idTokenExpiry = try json.date()
            case "thumbprint": record.thumbprint = try json.stringOrNull()
            case "storedAt": record.storedAt = try json.date()
            case "writtenAt": record.writtenAt = try json.date()
            case "apiCredentials": record.resources = try Self.resources(&json)
            case "mark": mark = try json.unsigned()
            case "place": place = try json.unsigned()
            case "renewalBegan": began = try json.date()
            case "isRenewalOver": isOver = try json.boolean()
            case "refusedAt": record.refusedAt = try json.date()
            default: try json.skip()
            }
        }
        guard version != nil, let generation, !record.storedAt.timeIntervalSinceReferenceDate.isNaN else {
            throw Self.damaged
        }
        record.generation = generation
        if let issuer, let client { record.binding = ClientBinding(issuer: issuer, clientID: client) }
        let id = mark ?? began?.timeIntervalSinceReferenceDate.bitPattern
        record.mark = id.map { Mark(id: $0, place: place, isOver: isOver) }
        self = record
    }

    private static func credentials(_ json: inout JSONScanner) throws(JSONError) -> Credentials {
        var credentials = Credentials()
        var found = 0
        try json.object { name, json throws(JSONError) in
            switch name {
            case "access": credentials.accessToken = try json.string()
            case "type": credentials.tokenType = try json.string()
            case "id": credentials.idToken = try json.string()
            case "refresh": credentials.refreshToken = try json.stringOrNull()
            case "expiry": credentials.expiresIn = try json.date()
            case "scope": credentials.scope = try json.stringOrNull()
            case "recovery": credentials.recoveryCode = try json.stringOrNull()
            case "details":
                guard let details = [AuthorizationDetail](try json.value()) else { throw damaged }
                credentials.authorizationDetails = details
            default: return try json.skip()
            }
            found += ["access", "type", "id", "expiry"].contains(name.string) ? 1 : 0
        }
        guard found == 4 else { throw damaged }
        return credentials
    }

    private static func resources(_ json: inout JSONScanner) throws(JSONError) -> [ResourceKey: ResourceEntry] {
        var resources: [ResourceKey: ResourceEntry] = [:]
        try json.object { key, json throws(JSONError) in
            var (access, type, scope): (String?, String?, String?)
            var (expiry, stored): (Date?, Date?)
            try json.object { name, json throws(JSONError) in
                switch name {
                case "access": access = try json.string()
                case "type": type = try json.string()
                case "scope": scope = try json.string()
                case "expiry": expiry = try json.date()
                case "stored": stored = try json.date()
                default: try json.skip()
                }
            }
            guard let access, let type, let scope, let expiry else { throw damaged }
            resources[ResourceKey(key.string)] = ResourceEntry(
                tokens: ResourceTokens(accessToken: access, tokenType: type, expiresIn: expiry, scope: scope),
                storedAt: stored ?? .distantPast)
        }
        return resources
    }
}

extension LoginRecord {
    /// The stored form; `nil` if a date is not finite.
    package var text: [UInt8]? {
        let dates = [credentials?.expiresIn, sessionExpiry, storedAt] + resources.values.map(\.tokens.expiresIn)
        guard dates.allSatisfy({ $0?.timeIntervalSinceReferenceDate.isFinite ?? true }) else { return nil }
        var members: [JSONValue.Member?] = [
            .init(name: "v", value: .integer(Self.version)),
            .init("issuer", binding?.issuer), .init("client", binding?.clientID),
            .init("generation", generation), .init("login", login),
            credentials.map { .init(name: "credentials", value: Self.json($0)) },
            .init("requestedScope", requestedScope), .init("sessionExpiry", sessionExpiry),
            .init("idTokenExpiry", idTokenExpiry), .init("thumbprint", thumbprint), .init("storedAt", storedAt),
            .init("writtenAt", writtenAt),
            .init(name: "apiCredentials", value: .object(resources.map { .init(name: $0.text, value: Self.json($1)) })),
            .init("refusedAt", refusedAt),
        ]
        if let mark {
            members += [.init("mark", mark.id), .init("place", mark.place)]
            if mark.isOver { members.append(.init(name: "isRenewalOver", value: .boolean(true))) }
        }
        // Reserved in advance: a growing array would leave copies of the tokens behind.
        let object = members.compactMap(\.self)
        var writer = JSONWriter(capacity: JSONValue.object(object).maximumLength)
        writer.write(members: object)
        return writer.bytes
    }

    private static func json(_ credentials: Credentials) -> JSONValue {
        let details = credentials.authorizationDetails
        let members: [JSONValue.Member?] = [
            .init("access", credentials.accessToken), .init("type", credentials.tokenType),
            .init("id", credentials.idToken), .init("refresh", credentials.refreshToken),
            .init("expiry", credentials.expiresIn), .init("scope", credentials.scope),
            .init("recovery", credentials.recoveryCode),
            details.isEmpty ? nil : .init(name: "details", value: .array(details.map(\.json))),
        ]
        return .object(members.compactMap(\.self))
    }

    private static func json(_ entry: ResourceEntry) -> JSONValue {
        let tokens = entry.tokens
        let members: [JSONValue.Member?] = [
            .init("access", tokens.accessToken), .init("type", tokens.tokenType), .init("expiry", tokens.expiresIn),
            .init("scope", tokens.scope), .init("stored", entry.storedAt),
        ]
        return .object(members.compactMap(\.self))
    }
}

extension JSONValue {
    /// The maximum length of the value as text, if no character of it needs an escape, as in a token.
    fileprivate var maximumLength: Int {
        switch self {
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.maximumLength + 1 }
        case .object(let members): members.reduce(2) { $0 + $1.name.utf8.count + $1.value.maximumLength + 4 }
        default: 32
        }
    }
}

extension JSONValue.Member {
    fileprivate init?(_ name: String, _ value: String?) {
        guard let value else { return nil }
        self.init(name: name, value: .string(value))
    }

    fileprivate init?(_ name: String, _ value: Date?) {
        guard let seconds = value?.timeIntervalSinceReferenceDate, seconds.isFinite else { return nil }
        self.init(name: name, value: .double(seconds))
    }

    fileprivate init?(_ name: String, _ value: UInt64?) {
        guard let value else { return nil }
        // A number of version 0.1.0 may exceed the integers; it is a multiple of 2,048 since it was read.
        self.init(name: name, value: Int(exactly: value).map { .integer($0) } ?? .double(Double(value)))
    }
}

extension JSONScanner {
    fileprivate mutating func date() throws(JSONError) -> Date {
        Date(timeIntervalSinceReferenceDate: try number().double)
    }

    /// Reads an integer from 0 to 2⁶⁴; an integer above 2⁶³ is rounded.
    fileprivate mutating func unsigned() throws(JSONError) -> UInt64 {
        switch try number() {
        case .integer(let value): return UInt64(clamping: value)
        case .double(let value):
            guard value >= 0 else { throw JSONError(.numberOutOfRange) }
            return value < 0x1p64 ? UInt64(value) : .max
        }
    }
}
