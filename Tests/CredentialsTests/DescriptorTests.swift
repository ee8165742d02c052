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
    private final class Crowd: Transport {
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
            let crowd = Crowd(of: 30)
            let store = FileStore(directory: path + "/secrets")
            let managers = (0..<400).map { number in
                CredentialsManager(
                    authentication: Auth0.authentication(
                        clientId: "client", domain: "tenant.example.com", session: crowd),
                    storeKey: "\(number)", store: store, service: "tests")
            }
            let expired = Credentials(
                accessToken: "old", tokenType: "Bearer", idToken: "", refreshToken: "first",
                expiresIn: Date(timeIntervalSinceNow: -60), scope: "openid")
            for manager in managers { try await manager.save(expired) }
            for manager in managers { #expect(manager.canRenew()) }

            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for manager in managers { group.addTask { try await manager.credentials().accessToken } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(tokens == Array(repeating: "new", count: 400))
            for manager in managers { #expect(manager.hasValid()) }
        }
    }
}
