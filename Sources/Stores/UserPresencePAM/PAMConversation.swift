import LinuxSystemCalls
public import SecretStorage
import Synchronization

/// A channel that passes messages of the PAM stack to the user, and answers to the stack.
public struct PAMConversation: Sendable {
    /// Shows a message and returns its answer, `nil` for a message that needs none; blocks until the attempt ends.
    let answer: @Sendable (PAMMessage, PresenceAttempt) throws(UserPresenceError) -> SecretBytes?

    private init(_ answer: @escaping @Sendable (PAMMessage, PresenceAttempt) throws(UserPresenceError) -> SecretBytes?)
    {
        self.answer = answer
    }

    /// Creates a conversation of the program, such as a dialog.
    ///
    /// - Parameter ask: Shows a message and returns the answer of the user. `nil` for a question cancels the check; for
    ///   other messages the result is ignored. An error cancels the check and becomes the cause of the
    ///   ``UserPresenceError``. The closure runs in a separate task, which is cancelled if the check ends earlier.
    public init(_ ask: @escaping @Sendable (PAMMessage) async throws -> SecretBytes?) {
        self.init { message, attempt throws(UserPresenceError) in try Self.wait(for: ask, message, attempt) }
    }

    /// A conversation on the terminal of the process, `/dev/tty`, independent of standard input and output.
    ///
    /// Answers to secret questions are not shown. Ctrl-C and Ctrl-D cancel the check; while a secret is typed, Ctrl-C
    /// does not end the program. Concurrent checks ask one question at a time.
    public static let terminal = PAMConversation.terminal(at: "/dev/tty")

    /// Returns a conversation on a terminal.
    package static func terminal(at path: String) -> PAMConversation {
        PAMConversation { message, attempt throws(UserPresenceError) in
            try TerminalDialog(path: path).answer(message, attempt)
        }
    }

    /// The result of a closure, passed from a task to a thread.
    private final class Reply: Sendable {
        let result = Mutex<Result<SecretBytes?, any Error>?>(nil)
        let arrived: Wakeup

        init(_ arrived: Wakeup) { self.arrived = arrived }

        func deliver(_ result: Result<SecretBytes?, any Error>) {
            self.result.withLock { $0 = result }
            arrived.ring()
        }
    }

    private static func wait(
        for ask: @escaping @Sendable (PAMMessage) async throws -> SecretBytes?, _ message: PAMMessage,
        _ attempt: PresenceAttempt
    ) throws(UserPresenceError) -> SecretBytes? {
        guard let arrived = Wakeup() else { throw .noDescriptor }
        let reply = Reply(arrived)
        let task = Task {
            do { reply.deliver(.success(try await ask(message))) } catch { reply.deliver(.failure(error)) }
        }
        guard attempt.isReadable(arrived.descriptor) else {
            task.cancel()
            throw UserPresenceError(.cancelled)
        }
        do { return try reply.result.withLock { $0.take() }?.get() } catch {
            throw UserPresenceError(.cancelled, cause: error)
        }
    }
}

extension UserPresenceError {
    /// The failure to get a descriptor from the system.
    static let noDescriptor = UserPresenceError(.unavailable, detail: "the system has no descriptor left")
}
