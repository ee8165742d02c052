import Auth0
import Streams
import TenantEmulator

/// Login, profile and metadata as one stream: each result is the input of the next request.
@MainActor
struct Pipeline {
    let tenant: EmulatedTenant
    let narrator: Narrator

    func run() async {
        var cancellables: Set<AnyCancellable> = []
        await narrator.step("login → flatMap profile → flatMap metadata → store(in:)") {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<ManagementObject, any Error>) in
                publisher
                    .first()
                    .sink(
                        receiveCompletion: { completion in
                            if case .failure(let error) = completion { continuation.resume(throwing: error) }
                        },
                        receiveValue: { user in continuation.resume(returning: user) }
                    )
                    .store(in: &cancellables)
            }
        } told: { user in
            "user_metadata \(user["user_metadata"] as? [String: any Sendable] ?? [:])"
        }
    }

    private var publisher: some Publisher<ManagementObject, any Error> {
        let (client, domain) = (Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain), tenant.domain)
        return
            client
            .login(
                usernameOrEmail: "ada.publi@example.com", password: "Correct-Horse-7",
                realmOrConnection: "Username-Password-Authentication", audience: "\(domain)/api/v2/",
                scope: "openid profile read:current_user"
            )
            .start()
            .flatMap { credentials in
                client.userInfo(withAccessToken: credentials.accessToken).start().map { (credentials, $0) }
            }
            .mapError { $0 as any Error }
            .flatMap { credentials, profile in
                Auth0.users(token: credentials.accessToken, domain: domain)
                    .get(profile.sub, fields: ["user_metadata"]).start()
                    .mapError { $0 as any Error }
            }
    }
}
