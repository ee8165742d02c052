import Auth0
import Foundation
import HTTPURLSession
import Streams
import TenantEmulator
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct WebAuthBuilderRows {
    @Test func `rows 1 to 6 a login with the builder's modifiers, as printed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            try await Self.row1(seed)
            try await Self.rows2to5(seed)

            let customURLSession = URLSession(configuration: .ephemeral)
            let credentials = try await Auth0.webAuth(session: customURLSession).start()
            #expect(!credentials.idToken.isEmpty)
        }
    }

    private static func row1(_ seed: SeedBrowser) async throws {
        let calledBack: Credentials? = await called { done in
            Auth0
                .webAuth()
                .parameters(["screen_hint": "signup"])
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
        #expect(calledBack?.tokenType == "Bearer")
        #expect(seed.parameters["screen_hint"] == "signup")

        do {
            let credentials =
                try await Auth0
                .webAuth()
                .parameters(["screen_hint": "signup"])
                .start()
            print("Obtained credentials: \(credentials)")
            #expect(!"\(credentials)".contains(credentials.accessToken))
        } catch {
            Issue.record("Failed with: \(error)")
        }

        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, WebAuthError>()
        Auth0
            .webAuth()
            .parameters(["screen_hint": "signup"])
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        print("Failed with: \(error)")
                    }
                    notebook.note(completion)
                },
                receiveValue: { credentials in
                    print("Obtained credentials: \(credentials)")
                    notebook.note(credentials)
                }
            )
            .store(in: &cancellables)
        #expect(await notebook.seen()?.only != nil)
        #expect(seed.browser.addresses.count == 3)
    }

    private static func rows2to5(_ seed: SeedBrowser) async throws {
        _ =
            try await Auth0
            .webAuth()
            .connection("github")
            .start()
        #expect(seed.parameters["connection"] == "github")

        let audience = "https://api.example.com/"
        _ =
            try await Auth0
            .webAuth()
            .audience(audience)
            .start()
        #expect(seed.parameters["audience"] == audience)
        _ = try await Auth0.webAuth().audience("\(seed.tenant.domain)/api/v2/").start()
        #expect(seed.parameters["audience"] == "\(seed.tenant.domain)/api/v2/")

        _ =
            try await Auth0
            .webAuth()
            .scope("openid profile email read:todos")
            .start()
        #expect(seed.parameters["scope"] == "openid profile email read:todos")
        let credentials = try await Auth0.webAuth().scope("openid profile email offline_access read:todos").start()
        #expect(credentials.refreshToken != nil)

        _ =
            try await Auth0
            .webAuth()
            .connection("github")
            .connectionScope("public_repo read:user")
            .start()
        #expect(seed.parameters["connection_scope"] == "public_repo read:user")
    }
}
