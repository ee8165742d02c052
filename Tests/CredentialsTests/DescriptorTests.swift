import Auth0
import Foundation
import Glibc
import HTTPMessages
import ProgramRunner
import SecretStorage
import Synchronization
import TestEvents
import Testing

/// Users of one process whose files and locks need more descriptors than it may have.
@Suite(.timeLimit(.minutes(30))) struct DescriptorTests {
    /// A provider that answers when a number of requests wait at the same time, and later requests at once.
    private final class BatchTransport: Transport {
        private let size: Int
        private let held = Mutex<[@Sendable () -> Void]?>([])

        init(of size: Int) { self.size = size }

        func send(
            _ request: TransportRequest,
            completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
        ) -> any TransportExchange {
            let body = #"{"access_token":"new","token_type":"Bearer","expires_in":3600,"refresh_token":"next"}"#
            let fields: TransportFields = ["Content-Type": "application/json"]
            let answer = { @Sendable in
                completion(.success(TransportResponse(status: 200, fields: fields, body: Array(body.utf8))))
            }
            let due = held.withLock { held in
                guard held != nil else { return [answer] }
                held?.append(answer)
                guard let all = held, all.count == size else { return [] }
                held = nil
                return all
            }
            for answer in due { DispatchQueue.global().async(execute: answer) }
            return SentExchange()
        }

        /// Answers the waiting requests, and later ones at once.
        func open() { for answer in held.withLock({ $0.take() ?? [] }) { answer() } }
    }

    private final class SentExchange: TransportExchange {
        func cancel() {}
    }

    @Test func `C29 more users than descriptors expire at once, and all are renewed`() async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // An eighth of the descriptors for locks is certain: files that are open for a moment take others.
            let batch = BatchTransport(of: 30)
            let managers = try await Self.expiredLogins(400, at: batch, in: path)
            for manager in managers { #expect(manager.canRenew()) }

            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for manager in managers { group.addTask { try await manager.credentials().accessToken } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(tokens == Array(repeating: "new", count: 400))
            for manager in managers { #expect(manager.hasValid()) }
        }
    }

    @Test(arguments: [(256, 64), (4_096, 512)])
    func `C29 a renewal that gets no turn in time fails with the reason, and succeeds later`(
        files: UInt64, turns: Int
    ) async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) {
            [path = folder.path as String, files = files as UInt64, turns = turns as Int] in
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = min(rlim_t(files), limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // With one request more than there are turns, all would be answered.
            let batch = BatchTransport(of: turns + 1)
            let managers = try await Self.expiredLogins(turns + 1, at: batch, in: path, lockTimeout: .milliseconds(50))

            try await withThrowingTaskGroup(of: (any Error)?.self) { group in
                for manager in managers {
                    group.addTask {
                        do {
                            _ = try await manager.credentials()
                            return nil
                        } catch { return error }
                    }
                }
                let error = try #require(try await group.next() ?? nil)
                #expect(error as? CredentialsManagerError == .lockTimeout)
                #expect("\(error)".contains("ulimit -n"))
                batch.open()
                for try await error in group { #expect(error == nil) }
            }
            for manager in managers { #expect(try await manager.credentials().accessToken == "new") }
        }
    }

    /// Stores expired credentials of users.
    private static func expiredLogins(
        _ count: Int, at batch: BatchTransport, in path: String, lockTimeout: Duration = .seconds(60)
    ) async throws -> [CredentialsManager] {
        var configuration = CredentialsManager.Configuration()
        configuration.lockTimeout = lockTimeout
        let store = FileStore(directory: path + "/secrets")
        let managers = (0..<count).map { [configuration] number in
            CredentialsManager(
                authentication: Auth0.authentication(clientId: "client", domain: "tenant.example.com", session: batch),
                storeKey: "\(number)", store: store, service: "tests", configuration: configuration)
        }
        let expired = Credentials(
            accessToken: "old", tokenType: "Bearer", idToken: "", refreshToken: "first",
            expiresIn: Date(timeIntervalSinceNow: -60), scope: "openid")
        for manager in managers { try await manager.save(expired) }
        return managers
    }
}
