import CAuth0Secret
import Dispatch
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// The connection to the session bus, which all calls of the process share.
enum SessionBus {
    /// A D-Bus connection, or the error of an attempt to connect.
    private struct Connection: @unchecked Sendable {  // any thread may use a GDBusConnection
        let bus: OpaquePointer?
        let error: UnsafeMutablePointer<auth0_secret_error>?
    }

    private enum Attempt: Sendable {
        case underWay
        case over(Result<Connection, SecretStoreError>)
        case abandoned
    }

    /// The threads of the attempts. A bus that hangs holds all of them, until it responds or ends.
    private static let threads = WorkerThreads(named: "session-bus", limit: 4)

    /// Connects, unless the process is connected; blocks.
    ///
    /// An unresponsive bus is left to a separate thread: GLib waits 25 seconds for its greeting, and for what comes
    /// before it without a limit, regardless of the deadline.
    static func connect(within timeout: Duration, _ calls: auth0_secret) throws(SecretStoreError) -> GLibObject {
        let attempt = SharedAttempt()
        threads.run {
            guard attempt.isUnderWay else { return }
            var error: UnsafeMutablePointer<auth0_secret_error>?
            let bus = calls.g_bus_get_sync(2, nil, &error)
            // Otherwise the end of the bus ends the process.
            if let bus { calls.g_dbus_connection_set_exit_on_close(bus, 0) }
            let isWanted = attempt.end(with: .success(Connection(bus: bus, error: error)))
            guard !isWanted else { return }
            if let bus { calls.g_object_unref(UnsafeMutableRawPointer(bus)) }
            if let error { calls.g_error_free(error) }
        } orElse: {
            attempt.end(with: .failure(SecretStoreError(.failed, detail: "the system has no thread left")))
        }
        let connection = try attempt.result(within: timeout).get()
        guard let bus = connection.bus else { throw SecretStoreError(keyring: connection.error, calls) }
        return GLibObject(bus, calls)
    }

    /// Returns the identifier of the bus, which no other bus has; blocks.
    static func identifier(within timeout: Duration) throws(SecretStoreError) -> String {
        let calls = try Libsecret.calls()
        let deadline = KeyringDeadline(after: timeout, calls)
        let bus = try connect(within: timeout, calls)
        let id = try reply(bus, "GetId", nil, deadline, calls) { id in
            calls.g_variant_get_string(id, nil).map { String(cString: $0) }
        }
        guard let id, id.utf8.count == 32, id.utf8.allSatisfy(Set("0123456789abcdef".utf8).contains) else {
            throw SecretStoreError(.failed, detail: "the session bus has no identifier")
        }
        return id
    }

    /// Calls a function of the bus itself, and reads its result, which is released afterwards; blocks.
    static func reply<Result>(
        _ bus: GLibObject, _ function: String, _ argument: String?, _ deadline: KeyringDeadline, _ calls: auth0_secret,
        _ read: (OpaquePointer?) -> Result
    ) throws(SecretStoreError) -> Result {
        var error: UnsafeMutablePointer<auth0_secret_error>?
        var text = argument.map { calls.g_variant_new_string($0) } ?? nil
        let reply = calls.g_dbus_connection_call_sync(
            bus.pointer, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", function,
            text == nil ? nil : calls.g_variant_new_tuple(&text, 1), nil, 0, -1, deadline.cancellable, &error)
        guard let reply else { throw SecretStoreError(keyring: error, calls) }
        defer { calls.g_variant_unref(reply) }
        let child = calls.g_variant_get_child_value(reply, 0)
        defer { calls.g_variant_unref(child) }
        return read(child)
    }

    /// The attempt that one thread makes and another thread awaits.
    private final class SharedAttempt: Sendable {
        private let state = Mutex(Attempt.underWay)
        private let isOver = DispatchSemaphore(value: 0)

        /// Whether a thread waits for the end.
        var isUnderWay: Bool { state.withLock { if case .underWay = $0 { true } else { false } } }

        /// Ends the attempt, and returns whether a thread waits for its result.
        @discardableResult
        func end(with result: Result<Connection, SecretStoreError>) -> Bool {
            let isWanted = state.withLock { state in
                guard case .underWay = state else { return false }
                state = .over(result)
                return true
            }
            isOver.signal()
            return isWanted
        }

        /// Waits for the end, until the time limit; blocks.
        func result(within timeout: Duration) -> Result<Connection, SecretStoreError> {
            _ = isOver.wait(timeout: .now() + timeout.dispatchInterval)
            return state.withLock { state in
                if case .over(let result) = state { return result }
                state = .abandoned
                return .failure(SecretStoreError(.unavailable, detail: "the session bus did not respond in time"))
            }
        }
    }
}

extension Duration {
    /// The duration for a deadline of Dispatch; zero for a negative one.
    var dispatchInterval: DispatchTimeInterval { .nanoseconds(Int(clamping: wholeNanoseconds)) }
}
