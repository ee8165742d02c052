import ByteEncodings
import FoundationEssentials

struct LogEvent: Sendable {
    /// The kinds of event, with the [codes of the
    /// service](https://auth0.com/docs/deploy-monitor/logs/log-event-type-codes).
    enum Kind: String {
        case login = "s"
        case wrongPassword = "fp"
        case unknownUser = "fu"
        case blockedAccount = "limit_wc"
        case signup = "ss"
        case passwordChange = "scp"
        case addressVerification = "sv"
    }

    let number: Int
    let kind: Kind
    let date: Date
    let userID: String?
    let userName: String?
    let clientID: String?

    var json: JSONValue {
        let id = String(number)
        return .members([
            "log_id": id, "_id": id, "date": date.timestamp, "type": kind.rawValue, "user_id": userID,
            "user_name": userName, "client_id": clientID, "ip": "127.0.0.1",
        ])
    }
}

extension TenantState {
    private static let maximumEvents = 1000

    /// Appends an event to the log; the oldest half is dropped if the log is full.
    mutating func record(_ kind: LogEvent.Kind, _ user: User?, name: String? = nil, clientID: String? = nil) {
        if log.count == Self.maximumEvents { log.removeFirst(Self.maximumEvents / 2) }
        log.append(
            LogEvent(
                number: (log.last?.number ?? 0) + 1, kind: kind, date: clock.now, userID: user?.id,
                userName: name ?? user?.record.login, clientID: clientID))
    }
}
