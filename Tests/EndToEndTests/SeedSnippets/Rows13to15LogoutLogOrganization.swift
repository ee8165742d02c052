import Auth0
import Foundation
import Streams
import TenantEmulator
import Testing

@Suite struct LogoutLogOrganizationRows {
    @Test func `rows 13 and 15 logouts and organizations in three styles, as printed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            var cancellables = Set<AnyCancellable>()
            try await Self.row13(seed, &cancellables)
            try await Self.row15(seed, &cancellables)
        }
    }

    private static func row13(_ seed: SeedBrowser, _ cancellables: inout Set<AnyCancellable>) async throws {
        let isLoggedOut = await called { done in
            Auth0
                .webAuth()
                .clearSession { result in
                    switch result {
                    case .success: done(true)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(false)
                    }
                }
        }
        #expect(isLoggedOut)
        #expect(seed.parameters["returnTo"]?.hasPrefix("http://127.0.0.1:") == true)

        try await Auth0.webAuth().clearSession(federated: true)
        #expect(seed.browser.addresses.last?.query()?.hasPrefix("federated&") == true)

        let notebook = Notebook<Void, WebAuthError>()
        Auth0
            .webAuth()
            .clearSession()
            .sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: print("Logged out")
                    case .failure(let error): print("Failed with: \(error)")
                    }
                    notebook.note(completion)
                }, receiveValue: {}
            )
            .store(in: &cancellables)
        guard case .finished? = await notebook.seen()?.completion else {
            Issue.record("it failed")
            return
        }
        #expect(seed.browser.addresses.count == 3)
    }

    private static func row15(_ seed: SeedBrowser, _ cancellables: inout Set<AnyCancellable>) async throws {
        let calledBack: Credentials? = await called { done in
            Auth0
                .webAuth()
                .organization("acme")
                .start { result in
                    switch result {
                    case .success(let credentials):
                        print("Obtained credentials: \(credentials)")
                        done(credentials)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }
        #expect(calledBack != nil)
        #expect(seed.parameters["organization"] == "acme")

        do {
            let credentials =
                try await Auth0
                .webAuth()
                .organization("org_0000000000000001")
                .start()
            print("Obtained credentials: \(credentials)")
        } catch {
            Issue.record("Failed with: \(error)")
        }

        let notebook = Notebook<Credentials, WebAuthError>()
        Auth0
            .webAuth()
            .organization("acme")
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion { print("Failed with: \(error)") }
                    notebook.note(completion)
                },
                receiveValue: { credentials in
                    print("Obtained credentials: \(credentials)")
                    notebook.note(credentials)
                }
            )
            .store(in: &cancellables)
        #expect(await notebook.seen()?.only?.idToken.isEmpty == false)
    }

    @Test func `row 14 the log of a login, as printed`() async throws {
        let process = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let seed = try SeedBrowser.open()
            _ =
                try await Auth0
                .webAuth()
                .logging(enabled: true)
                .start()
            #expect(seed.browser.addresses.count == 1)
        }

        let log = String(decoding: try #require(process).standardErrorContent, as: UTF8.self)
        let lines = log.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains { $0.contains("Browser: http://127.0.0.1:") && $0.contains("/authorize?") })
        #expect(lines.contains { $0.contains("Callback URL: http://127.0.0.1:") })
        #expect(lines.contains { $0.contains("POST http://127.0.0.1:") && $0.contains("/oauth/token HTTP/1.1") })
        #expect(lines.contains { $0.contains("HTTP/1.1 200") })
        // Where a token begins.
        #expect(!log.contains("eyJhbGci") && !log.contains("eyJ0eXAi"))
    }
}
