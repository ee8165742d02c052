import Foundation
import SecretStorage
import Synchronization
import TestEvents
import Testing
import UserPresencePAM

/// A check ends at its deadline and with its task, whatever a module does.
@Suite(.timeLimit(.minutes(30))) struct DeadlineTests {
    /// A service whose module blocks until the test opens a pipe.
    private struct BlockingService {
        let folder: PAMFolder

        init() throws {
            folder = try PAMFolder.running(#"exec cat "${0%/*}/gate" >/dev/null"#)
            try #require(mkfifo(folder.path + "/gate", 0o600) == 0)
        }

        /// Releases a blocked module; blocks until it has started.
        func open() throws {
            let gate = try FileHandle(forWritingTo: URL(filePath: folder.path + "/gate"))
            try gate.close()
        }
    }

    /// A deadline that passes when the test says so, and the requested durations.
    private final class ManualDeadline: Sendable {
        let asked = Mutex<[Duration]>([])
        private let (passed, pass) = AsyncStream<Void>.makeStream()

        func arrive() { pass.finish() }

        var wait: @Sendable (Duration) async throws -> Void {
            { duration in
                self.asked.withLock { $0.append(duration) }
                for await _ in self.passed {}
                try Task.checkCancellation()
            }
        }
    }

    /// A question that the user answers only after it is withdrawn.
    private struct Question: Sendable {
        let asked = EventCounter()
        let withdrawn = EventCounter()

        func answer(_ answer: SecretBytes?) async -> SecretBytes? {
            await withTaskCancellationHandler {
                asked.add()
                try? await withdrawn.reaches(1)
            } onCancel: {
                withdrawn.add()
            }
            return answer
        }
    }

    @Test func `a check ends at its deadline while a module blocks`() async throws {
        let service = try BlockingService()
        let deadline = ManualDeadline()
        var check = service.folder.check(timeout: .seconds(7))
        check.wait = deadline.wait
        let verifying = Task { [check] in try await check.verify() }

        deadline.arrive()

        await #expect(throws: UserPresenceError(.timedOut)) { try await verifying.value }
        #expect(deadline.asked.withLock { $0 } == [.seconds(7)])
        try await Self.onThread { try service.open() }
    }

    @Test func `a check ends at its deadline while the user is asked, and the question is withdrawn`() async throws {
        let folder = try PAMFolder.withPassword()
        let (deadline, question) = (ManualDeadline(), Question())
        var check = folder.check { _ in await question.answer(SecretBytes("open sesame".utf8)) }
        check.wait = deadline.wait
        defer { withExtendedLifetime(folder) {} }
        let verifying = Task { [check] in try await check.verify() }
        try await question.asked.reaches(1)

        deadline.arrive()

        await #expect(throws: UserPresenceError(.timedOut)) { try await verifying.value }
        try await question.withdrawn.reaches(1)
    }

    @Test func `a cancelled task ends its check while the user is asked`() async throws {
        let question = Question()
        let check = try PAMFolder.withPassword().check { _ in await question.answer(nil) }
        let verifying = Task { try await check.verify() }
        try await question.asked.reaches(1)

        verifying.cancel()

        await #expect(throws: UserPresenceError(.cancelled)) { try await verifying.value }
        try await question.withdrawn.reaches(1)
    }

    @Test func `a task that is cancelled before the check starts none`() async throws {
        let asked = EventCounter()
        let folder = try PAMFolder.withPassword()
        let check = folder.check { _ in
            asked.add()
            return SecretBytes("open sesame".utf8)
        }

        await #expect(throws: UserPresenceError(.cancelled)) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await check.verify()
            }.value
        }

        #expect(asked.count == 0)
    }

    @Test func `checks whose modules block take no thread of the tasks`() async throws {
        let count = 16
        let services = try (0..<count).map { _ in try BlockingService() }
        let checks = services.map { service in Task { try await service.folder.check().verify() } }

        // Each pipe opens when the module of its check reads it, so all modules block at the same time.
        try await Self.onThread {
            for service in services { try service.open() }
        }

        for check in checks { try await check.value }
    }

    /// Runs a closure that blocks on a thread of its own.
    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
