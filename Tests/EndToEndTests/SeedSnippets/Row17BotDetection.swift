import Auth0
import Dispatch
import Foundation
import TenantEmulator
import Testing

@Suite struct BotDetectionRow {
    @Test func `row 17 a login that bot detection stops continues in the browser, as printed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open(user: "suspicious@example.com")
            let (email, password) = ("suspicious@example.com", "Sesame-2026!")
            let (connection, scope) = (SeedTenant.connection, "openid profile")

            let credentials: Credentials? = await called { done in
                Auth0
                    .authentication()
                    .login(
                        usernameOrEmail: email,
                        password: password,
                        realmOrConnection: connection,
                        scope: scope
                    )
                    .start { result in
                        switch result {
                        case .success: done(nil)
                        case .failure(let error) where error.isVerificationRequired:
                            DispatchQueue.main.async {
                                Auth0
                                    .webAuth()
                                    .useHTTPS()  // Use a Universal Link callback URL on iOS 17.4+ / macOS 14.4+
                                    .connection(connection)
                                    .scope(scope)
                                    .useEphemeralSession()  // Otherwise a session cookie will remain
                                    .parameters(["login_hint": email])  // So the user doesn't have to type it again
                                    .start { result in
                                        done(try? result.get())
                                    }
                            }
                        case .failure: done(nil)
                        }
                    }
            }
            #expect(credentials?.idToken.isEmpty == false)
            #expect(seed.parameters["login_hint"] == email)
            #expect(seed.parameters["connection"] == connection)
            // No browser can bring an `https` URL here.
            #expect(seed.parameters["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)

            _ = try await Auth0.webAuth().parameters(["login_hint": email, "screen_hint": "signup"]).start()
            #expect(seed.parameters["screen_hint"] == "signup")
        }
    }
}
