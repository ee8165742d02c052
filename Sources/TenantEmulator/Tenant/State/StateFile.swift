import ByteEncodings
import Synchronization

/// The file that keeps users, clients, roles, memberships, consents, refresh tokens and keys between two starts.
///
/// It is replaced as a whole, so that a program that ends at any time leaves a complete file. Writing waits for half a
/// second after a change, because a test may change the tenant a thousand times in that time.
final class StateFile: Sendable {
    private static let version = 1
    private static let pause = Duration.milliseconds(500)

    private struct State {
        var isChanged = false
        var task: Task<Void, Never>?
        var isClosed = false
        /// The reason for which the last change is not in the file.
        var failure: EmulatorError?
        var onFailure: (@Sendable (EmulatorError) -> Void)?
    }

    let path: String
    private let state = Mutex(State())
    /// Serializes the writers.
    private let writing = Mutex(())

    init(path: String) { self.path = path }

    /// The reason for which the last change is not in the file; `nil` if it is, or will be written soon.
    var failure: EmulatorError? { state.withLock { $0.failure } }

    /// Sets the action after each failure to write.
    func whenWritingFails(_ action: @escaping @Sendable (EmulatorError) -> Void) {
        state.withLock { $0.onFailure = action }
    }

    /// Reads the file into the state of a tenant, or creates it, so that a path that cannot be written prevents the
    /// start.
    ///
    /// - Throws: ``EmulatorError/Code/system`` for a file that cannot be read or written, or is none of this program.
    func restore(_ tenant: inout TenantState) throws(EmulatorError) {
        guard let bytes = try PrivateFile.contents(of: path) else {
            return try PrivateFile.write(tenant.kept(version: Self.version).text, to: path)
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes, limits: JSONLimits(members: .max, values: .max))
        } catch { throw EmulatorError(.system, "the state in \(path) is not JSON: \(error.detail)", cause: error) }
        guard json["version"]?.integer == Self.version else {
            throw EmulatorError(.system, "the state in \(path) is of another version; delete the file")
        }
        do throws(EmulatorError) {
            try tenant.restore(json)
        } catch {
            throw EmulatorError(.system, "the state in \(path): \(error.detail ?? ""); delete the file", cause: error)
        }
        // With the restored state, so that a failure is known before the first change.
        try PrivateFile.write(tenant.kept(version: Self.version).text, to: path)
    }

    /// Writes the state soon.
    func change(_ current: @escaping @Sendable () -> TenantState?) {
        state.withLock { state in
            state.isChanged = true
            guard state.task == nil, !state.isClosed else { return }
            state.task = Task { [self] in
                try? await Task.sleep(for: Self.pause)
                self.state.withLock { $0.task = nil }
                write(current)
            }
        }
    }

    /// Writes what has changed, at once.
    ///
    /// - Returns: The reason for which it is not in the file; `nil` if it is.
    @discardableResult
    func write(_ current: () -> TenantState?) -> EmulatorError? {
        let (failure, action) = writing.withLock { _ -> (EmulatorError?, (@Sendable (EmulatorError) -> Void)?) in
            let isChanged = state.withLock { state in
                defer { state.isChanged = false }
                return state.isChanged
            }
            guard isChanged, let tenant = current() else { return (self.failure, nil) }
            do throws(EmulatorError) {
                try PrivateFile.write(tenant.kept(version: Self.version).text, to: path)
                state.withLock { $0.failure = nil }
                return (nil, nil)
            } catch {
                return state.withLock { state in
                    // The next change tries again.
                    (state.isChanged, state.failure) = (true, error)
                    return (error, state.onFailure)
                }
            }
        }
        if let failure { action?(failure) }
        return failure
    }

    /// Writes the last change; later changes are not written.
    func close(_ current: () -> TenantState?) {
        let task = state.withLock { state in
            state.isClosed = true
            return state.task.take()
        }
        task?.cancel()
        write(current)
    }
}
