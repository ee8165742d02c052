import Auth0
import Foundation
import TenantEmulator
import Testing

@Suite struct BrowserSessionRows {
    @Test func `rows 7, 8 and 10 a login with a private-use scheme, as printed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            let callback = try #require(SeedBrowser.callbacks.first)

            let first: Credentials? = await called { done in
                Auth0
                    .webAuth()
                    .provider(WebAuthentication.safariProvider())
                    .start { result in
                        // The stand-in browser has called `WebAuthentication.resume(with:)`.
                        done(try? result.get())
                    }
            }
            #expect(first?.idToken.isEmpty == false)
            #expect(seed.parameters["redirect_uri"] == callback)

            let second: Credentials? = await called { done in
                Auth0
                    .webAuth()
                    .provider(WebAuthentication.safariProvider())
                    .parameters(["prompt": "login"])
                    .start { result in done(try? result.get()) }
            }
            #expect(second != nil)
            #expect(seed.parameters["prompt"] == "login")

            let url = try #require(URL(string: "\(callback)?code=a&state=b"))
            let isOurs: Bool = WebAuthentication.resume(with: url)
            WebAuthentication.resume(with: url)
            #expect(!isOurs)
        }
    }

    @Test func `rows 11 and 12 private windows, and one login at a time, as printed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()

            let first: Credentials? = await called { done in
                Auth0
                    .webAuth()
                    .useEphemeralSession()  // No SSO, therefore no alert box
                    .start { result in done(try? result.get()) }
            }
            let second: Credentials? = await called { done in
                Auth0
                    .webAuth()
                    .useEphemeralSession()
                    .parameters(["prompt": "login"])  // Ignore the cookie (if present) and show the login page
                    .start { result in done(try? result.get()) }
            }
            #expect(first != nil && second != nil)
            #expect(seed.parameters["prompt"] == "login")

            let (ends, end) = AsyncStream<WebAuthResult<Credentials>>.makeStream()
            // No server responds at this address, so the login remains pending.
            setenv("BROWSER", "true", 1)
            Auth0.webAuth().start { end.yield($0) }
            let result: WebAuthResult<Credentials> = await called { done in Auth0.webAuth().start { done($0) } }
            switch result {
            case .failure(let error) where error == .transactionActiveAlready:
                WebAuthentication.cancel()
            // ... retry login
            default: Issue.record("two logins at a time")
            }
            for await case .failure(let error) in ends {
                #expect(error == .userCancelled)
                break
            }
        }
    }
}
