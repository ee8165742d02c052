import CAuth0Linux
import Glibc
import LinuxSystemCalls
import Synchronization

/// The output of a program on a terminal, which a test reads while the program runs.
package final class TerminalScreen: Sendable {
    /// The standard descriptors of a program that are on the terminal.
    package enum Connection: Sendable {
        /// Standard input, output and error.
        case everything
        /// Standard error alone; its output goes to a file.
        case errors(output: String)
    }

    private struct Waiter: Sendable {
        let text: String?
        let continuation: CheckedContinuation<String, Never>
    }

    private struct State {
        var bytes: [UInt8] = []
        var status: Int32?
        var waiters: [Waiter] = []
        /// The side of the terminal on which a user types; `nil` when the program has ended.
        var host: Int32?

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// Whether a text has appeared, or the program has ended.
        func isReady(_ text: String?) -> Bool { status != nil || text.map(self.text.contains) ?? false }
    }

    private let state = Mutex(State())

    private init() {}

    /// Runs a program on a new terminal.
    ///
    /// - Parameters:
    ///   - words: The path of its executable, and its arguments.
    ///   - environment: Its complete environment.
    ///   - columns: The width of the terminal in characters.
    ///   - connection: The standard descriptors on the terminal.
    /// - Returns: Its screen, while it runs.
    /// - Throws: ``ProgramRun/Failure``.
    package static func running(
        _ words: [String], environment: [String: String], columns: UInt16 = 80, connection: Connection = .everything
    ) throws -> TerminalScreen {
        let (host, guest) = try openTerminal(columns)
        defer { close(guest) }
        var start = ProgramStart(words)
        start.environment = environment.map { "\($0.key)=\($0.value)" }
        start.errors = .descriptor(guest)
        start.hasOwnSession = true
        switch connection {
        case .everything: (start.input, start.output) = (.descriptor(guest), .descriptor(guest))
        case .errors(let output): start.output = .file(output)
        }
        let identifier: Int32
        do throws(SystemCallError) {
            identifier = try start.spawn()
        } catch {
            close(host)
            throw ProgramRun.Failure(words[0], error.number)
        }
        return try TerminalScreen().watched(host) { ProgramEnd.wait(for: identifier) ?? -1 }
    }

    /// Puts the standard error of this process on a new terminal; for tests in a process of their own.
    package static func ofThisProcess(columns: UInt16 = 80) throws(ProgramRun.Failure) -> TerminalScreen {
        let (host, guest) = try openTerminal(columns)
        guard dup2(guest, STDERR_FILENO) >= 0 else { throw ProgramRun.Failure("dup2") }
        close(guest)
        return try TerminalScreen().watched(host) { 0 }
    }

    /// The text on the screen, as soon as `text` has appeared or the program has ended.
    package func text(showing text: String) async -> String { await wait(for: text) }

    /// Waits for the end of the program; returns its exit status and the text on the screen.
    package func end() async -> (status: Int32, text: String) {
        let text = await wait(for: nil)
        return (state.withLock { $0.status } ?? -1, text)
    }

    /// Types a text; nothing happens when the program has ended.
    package func type(_ text: String) {
        state.withLock { state in
            guard let host = state.host else { return }
            _ = Array(text.utf8).withUnsafeBytes { Glibc.write(host, $0.baseAddress, $0.count) }
        }
    }

    private func wait(for text: String?) async -> String {
        await withCheckedContinuation { continuation in
            let seen = state.withLock { state -> String? in
                if state.isReady(text) { return state.text }
                state.waiters.append(Waiter(text: text, continuation: continuation))
                return nil
            }
            if let seen { continuation.resume(returning: seen) }
        }
    }

    private func watched(
        _ host: Int32, afterwards: @escaping @Sendable () -> Int32
    ) throws(ProgramRun.Failure) -> TerminalScreen {
        state.withLock { $0.host = host }
        let isWatched = BackgroundThread.start(named: "test-terminal") { self.read(host, afterwards) }
        guard isWatched else { throw ProgramRun.Failure("thread", EAGAIN) }
        return self
    }

    /// Reads until the last program has closed the terminal.
    private func read(_ host: Int32, _ afterwards: () -> Int32) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(host, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            change { $0.bytes += chunk[..<count] }
        }
        change { $0.host = nil }
        close(host)
        let status = afterwards()
        change { $0.status = status }
    }

    private func change(_ body: (inout State) -> Void) {
        let (ready, text) = state.withLock { state in
            body(&state)
            let ready = state.waiters.filter { state.isReady($0.text) }
            let rest = state.waiters.filter { !state.isReady($0.text) }
            state.waiters = rest
            return (ready, state.text)
        }
        for waiter in ready { waiter.continuation.resume(returning: text) }
    }

    /// Opens a new terminal.
    ///
    /// - Parameter columns: The letters of a line.
    /// - Returns: The descriptor of the side that shows, and that of the side that programs write to; the caller closes
    ///   both.
    /// - Throws: ``ProgramRun/Failure``.
    package static func openTerminal(_ columns: UInt16) throws(ProgramRun.Failure) -> (host: Int32, guest: Int32) {
        var guest: Int32 = -1
        let host = auth0_open_terminal(columns, &guest)
        guard host >= 0 else { throw ProgramRun.Failure("posix_openpt") }
        return (host, guest)
    }
}
