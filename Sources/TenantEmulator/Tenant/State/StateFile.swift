import ByteEncodings
import FoundationEssentials
import Glibc
import Synchronization

/// The file that keeps users, roles, memberships, consents and refresh tokens between two starts.
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
    }

    private let path: String
    private let state = Mutex(State())
    /// Serializes the writers.
    private let writing = Mutex(())

    init(path: String) { self.path = path }

    /// Reads the file into the state of a tenant; a missing file changes nothing.
    ///
    /// - Throws: ``EmulatorError/Code/system`` for a file that cannot be read, or is none of this program.
    func restore(_ tenant: inout TenantState) throws(EmulatorError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let json: JSONValue
        do {
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            json = try JSONValue(parsing: bytes, limits: JSONLimits(values: .max))
        } catch { throw EmulatorError(.system, "the state in \(path)", cause: error) }
        guard json["version"]?.integer == Self.version, tenant.restore(json) else {
            throw EmulatorError(.system, "the state in \(path) is damaged, or of another version; delete the file")
        }
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

    /// Writes the last change; later changes are not written.
    func close(_ current: () -> TenantState?) {
        let task = state.withLock { state in
            state.isClosed = true
            return state.task.take()
        }
        task?.cancel()
        write(current)
    }

    private func write(_ current: () -> TenantState?) {
        writing.withLock { _ in
            let isChanged = state.withLock { state in
                defer { state.isChanged = false }
                return state.isChanged
            }
            guard isChanged, let tenant = current() else { return }
            do {
                let draft = "\(path).draft"
                let content = Data(tenant.kept(version: Self.version).text)
                let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
                guard FileManager.default.createFile(atPath: draft, contents: content, attributes: attributes) else {
                    throw EmulatorError(.system, draft)
                }
                guard rename(draft, path) == 0 else { throw EmulatorError(.system, path) }
            } catch {
                // The next change tries again.
                state.withLock { $0.isChanged = true }
            }
        }
    }
}
