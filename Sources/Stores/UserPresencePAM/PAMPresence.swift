import LinuxCLibrary
import LinuxSystemCalls
public import PasskeyAuthenticator

/// A check that verifies the user with the PAM stack of the machine: by a password, a fingerprint, a token, or any
/// other method that the administrator has set up.
///
/// ```swift
/// let authenticator = SoftwareAuthenticator(store: FileStore(), presence: PAMPresence())
/// ```
///
/// The check protects an unlocked machine that its user has left. It does not protect against other programs of the
/// same user, which can read that user's files without this check.
///
/// PAM's modules block, so each check runs on a separate thread. A module cannot be interrupted: after the deadline or
/// a cancellation the caller resumes immediately; the thread ends with the module.
public struct PAMPresence: PresenceCheck {
    /// The name of the PAM service: a file in `/etc/pam.d`. Without that file PAM uses the service `other`. By default
    /// `login`: the same check as for a login on the machine.
    public let service: String
    /// The name of the user to verify; `nil`, the default, for the user who runs the program.
    public let user: String?
    /// The longest duration of a check; 60 seconds by default.
    public let timeout: Duration
    /// The way in which messages reach the user; by default the terminal of the process.
    public let conversation: PAMConversation

    /// The folder of the services, `nil` for the system's; for tests.
    package var folder: String?
    /// Suspends for a duration; for tests.
    package var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Creates a check: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        service: String = "login", user: String? = nil, timeout: Duration = .seconds(60),
        conversation: PAMConversation = .terminal
    ) {
        (self.service, self.user, self.timeout, self.conversation) = (service, user, timeout, conversation)
    }

    /// Checks the user.
    ///
    /// - Parameter request: The use that needs the user's consent; its ``PasskeyAuthenticator/PresenceRequest/title``
    ///   is shown first.
    /// - Returns: Always ``PasskeyAuthenticator/Presence/verified``.
    /// - Throws: ``UserPresenceError``, also when the machine refuses the user.
    public func confirm(_ request: PresenceRequest) async throws -> Presence {
        try await verify(title: request.title)
        return .verified
    }

    /// Checks the user, for a program that protects its own data or actions.
    ///
    /// - Parameter title: The reason of the check, shown to the user first as ``PAMMessage/Kind/information``; `nil`,
    ///   the default, shows none.
    /// - Throws: ``UserPresenceError``, also when the machine refuses the user.
    public func verify(title: String? = nil) async throws {
        guard !Task.isCancelled else { throw UserPresenceError(.cancelled) }
        guard let user = user ?? Self.userOfProcess else {
            throw UserPresenceError(.unavailable, detail: "the user of this process has no name")
        }
        guard let hasEnded = Wakeup() else { throw UserPresenceError.noDescriptor }
        let attempt = PresenceAttempt(hasEnded)
        let dialog = PAMDialog(conversation, attempt)
        let transaction = PAMTransaction(service: service, user: user, folder: folder, title: title)
        // PAM modules are third-party libraries, written for the stack of a main thread.
        let isStarted = BackgroundThread.start(named: "auth0-pam", stack: 8 << 20) {
            attempt.end(transaction.outcome(in: dialog))
        }
        guard isStarted else { throw UserPresenceError(.unavailable, detail: "the system cannot create a thread") }
        let deadline = Task { [wait, timeout] in
            try await wait(timeout)
            attempt.end(.failure(UserPresenceError(.timedOut)))
        }
        defer { deadline.cancel() }
        try await withTaskCancellationHandler {
            try await attempt.outcome().get()
        } onCancel: {
            attempt.end(.failure(UserPresenceError(.cancelled)))
        }
    }

    /// The name of the user with the real user ID of this process.
    private static var userOfProcess: String? {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0, found != nil
            else { return nil }
            return entry.pw_name.map { String(cString: $0) }
        }
    }
}
