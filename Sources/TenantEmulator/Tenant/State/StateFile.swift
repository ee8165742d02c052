import ByteEncodings
import Synchronization

/// The file that keeps users, clients, roles, memberships, consents, refresh tokens, revocations and keys between two
/// starts.
///
/// The first line is a whole state; each further line has the changes since the line before. If the program crashes,
/// the file has complete lines and at most one incomplete line at the end, which is ignored. The file is replaced by
/// one line at a start and at the end, and when the changes are longer than the state. A write is delayed by half a
/// second, because a test may make a thousand changes in that time.
final class StateFile: Sendable {
    enum Contents: Sendable {
        case whole(TenantState)
        case changes(StateChanges)
    }

    /// A function that calls a closure with exclusive access to the state; it returns `nil` if there is no state.
    typealias Access = @Sendable (@Sendable (inout TenantState) -> Contents) -> Contents?

    private static let version = 2
    private static let pause = Duration.milliseconds(500)
    /// The length of the changes, in bytes, up to which a file is not replaced.
    private static let minimumChanges = 1 << 20

    private struct State {
        var isChanged = false
        var task: Task<Void, Never>?
        var isClosed = false
        /// The reason for which the last change is not in the file.
        var failure: EmulatorError?
        var onFailure: (@Sendable (EmulatorError) -> Void)?
        /// The lock of the file, without which nothing is written: another program may have the file.
        var lock: FileLock?
    }

    /// The contents of the file, for the writer.
    private struct Written {
        /// Whether the next write replaces the file.
        var isOutdated = true
        var wholeCount = 0
        var changesCount = 0
        var parts: [String: JSONValue] = [:]
    }

    let path: String
    private let state = Mutex(State())
    /// Serializes the writers.
    private let written = Mutex(Written())

    /// Refuses a path that names no regular file before a lock or a key is made beside it.
    init(path: String) throws(EmulatorError) {
        try PrivateFile.target(of: path)
        self.path = path
    }

    /// The reason for which the last change is not in the file; `nil` if it is, or will be written soon.
    var failure: EmulatorError? { state.withLock { $0.failure } }

    func whenWritingFails(_ action: @escaping @Sendable (EmulatorError) -> Void) {
        state.withLock { $0.onFailure = action }
    }

    /// Reads the file into the state of a tenant, or creates it, so that a path that cannot be written prevents the
    /// start. Throws ``EmulatorError/Code/stateInUse`` if another program uses the file.
    func restore(_ tenant: inout TenantState) throws(EmulatorError) {
        let lock = try FileLock(of: path)
        if let bytes = try PrivateFile.contents(of: path) {
            let json = try contents(bytes)
            guard let version = json["version"]?.integer, (1...Self.version).contains(version) else {
                throw EmulatorError(.system, "the state in \(path) is of another version; delete the file")
            }
            do throws(EmulatorError) {
                try tenant.restore(json)
            } catch {
                throw EmulatorError(
                    .system, "the state in \(path): \(error.detail ?? ""); delete the file", cause: error)
            }
        }
        // Writes the restored state, so that a failure is known before the first change.
        tenant.trackChanges()
        let copy = tenant
        try written.withLock { written throws(EmulatorError) in try replace(by: copy, &written) }
        state.withLock { $0.lock = lock }
    }

    /// Parses the lines of a file; an incomplete line at the end is ignored.
    private func contents(_ bytes: [UInt8]) throws(EmulatorError) -> JSONValue {
        let limits = JSONLimits(members: .max, values: .max)
        let failure: JSONError
        do throws(JSONError) {
            return try JSONValue(parsing: bytes, limits: limits)
        } catch { failure = error }
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        let rest = lines.popLast() ?? []
        let values = lines.compactMap { try? JSONValue(parsing: $0, limits: limits) }
        guard let first = values.first, values.count == lines.count else {
            throw EmulatorError(
                .system, "the state in \(path) is not JSON (\(failure.code.words)): delete the file, or name another",
                cause: failure)
        }
        let last = rest.isEmpty ? nil : try? JSONValue(parsing: rest, limits: limits)
        return first.applying(values.dropFirst() + [last].compactMap(\.self))
    }

    /// Writes the changes soon.
    func change(_ access: @escaping Access) {
        state.withLock { state in
            state.isChanged = true
            guard state.task == nil, !state.isClosed else { return }
            state.task = Task { [self] in
                try? await Task.sleep(for: Self.pause)
                self.state.withLock { $0.task = nil }
                write(access)
            }
        }
    }

    /// Writes the changes immediately, or with `isWhole` replaces the file, also if nothing has changed.
    ///
    /// - Returns: The reason why the state was not written; `nil` on success.
    @discardableResult
    func write(isWhole: Bool = false, _ access: Access) -> EmulatorError? {
        let (failure, action) = written.withLock { written -> (EmulatorError?, (@Sendable (EmulatorError) -> Void)?) in
            let (isChanged, isLocked) = state.withLock { state in
                defer { state.isChanged = false }
                return (state.isChanged, state.lock != nil)
            }
            guard isLocked, isChanged || isWhole else { return (self.failure, nil) }
            do throws(EmulatorError) {
                try write(isWhole: isWhole, &written, access)
                state.withLock { $0.failure = nil }
                return (nil, nil)
            } catch {
                written.isOutdated = true
                return state.withLock { state in
                    // The next change retries the write.
                    (state.isChanged, state.failure) = (true, error)
                    return (error, state.onFailure)
                }
            }
        }
        if let failure { action?(failure) }
        return failure
    }

    private func write(isWhole: Bool, _ written: inout Written, _ access: Access) throws(EmulatorError) {
        let isLong = written.changesCount > max(written.wholeCount, Self.minimumChanges)
        let replaces = isWhole || written.isOutdated || isLong
        let contents = access { tenant in
            guard replaces || tenant.isReplaced else { return .changes(tenant.takeChanges()) }
            tenant.trackChanges()
            return .whole(tenant)
        }
        switch contents {
        case nil: return
        case .whole(let tenant): try replace(by: tenant, &written)
        case .changes(let changes):
            let changes = changes.without(written.parts)
            guard !changes.isEmpty else { return }
            let line = changes.line
            try PrivateFile.append(line, to: path)
            written.changesCount += line.count
            written.parts.merge(changes.parts) { $1 }
        }
    }

    private func replace(by tenant: TenantState, _ written: inout Written) throws(EmulatorError) {
        let bytes = tenant.kept(version: Self.version).encoded + [UInt8(ascii: "\n")]
        try PrivateFile.write(bytes, to: path)
        written = Written(isOutdated: false, wholeCount: bytes.count, parts: tenant.keptParts)
    }

    /// Writes the last change; later changes are not written, and other programs can use the file.
    func close(_ access: Access) {
        let task = state.withLock { state in
            state.isClosed = true
            return state.task.take()
        }
        task?.cancel()
        write(isWhole: written.withLock { $0.changesCount > 0 || $0.isOutdated }, access)
        // After every writer: the cancelled task may have begun to write.
        written.withLock { _ in state.withLock { $0.lock = nil } }
    }
}
