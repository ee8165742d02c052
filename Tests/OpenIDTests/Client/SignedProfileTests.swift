import Dispatch
import HTTPMessages
import JOSE
import OpenID
import Streams
import Testing
import TransportDoubles

/// Profiles that a provider sends as signed tokens.
@Suite(.timeLimit(.minutes(30))) struct SignedProfileTests {
    /// A provider that sends one profile, and never its keys.
    private final class SilentProvider: Transport {
        let keyRequests: AsyncStream<Void>
        private let profile: String
        private let keyRequest: AsyncStream<Void>.Continuation

        init(_ profile: String) {
            self.profile = profile
            (keyRequests, keyRequest) = AsyncStream.makeStream()
        }

        func send(
            _ request: TransportRequest,
            completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
        ) -> any TransportExchange {
            if request.url.path == "/userinfo" {
                let response = TransportResponse(
                    status: 200, fields: ["Content-Type": "application/jwt"], body: Array(profile.utf8))
                DispatchQueue.global().async { completion(.success(response)) }
            } else {
                keyRequest.yield()
            }
            return NoExchange()
        }
    }

    @Test func `a cancelled wait for the keys is a cancelled request, not an invalid token`() async throws {
        let profile = try SigningKey(generating: .es256).sign(claims: ["sub": "me"])
        let provider = SilentProvider(profile)
        let client = OpenIDProvider(try ExampleProvider.metadata(), session: provider).client(id: "the-client")
        let (results, result) = AsyncStream<Result<UserInfo, OpenIDError>>.makeStream()

        let request = client.userInfo(withAccessToken: "AT", subject: nil).start { result.yield($0) }
        for await _ in provider.keyRequests { break }
        request.cancel()
        var outcome: Result<UserInfo, OpenIDError>?
        for await value in results {
            outcome = value
            break
        }

        #expect(throws: OpenIDError(cause: TransportError(.cancelled))) { try outcome?.get() }
    }
}
