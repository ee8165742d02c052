import Auth0
import TenantEmulator

/// A login on the tenant's page: with a real browser, redirects, cookies, and a callback listener.
@MainActor
struct BrowserStory {
    let tenant: EmulatedTenant
    let narrator: Narrator

    func tell() async {
        guard let browser = HeadlessBrowser.installed else {
            narrator.say("  – not shown: there is no Chromium here (apt-get install chromium)")
            return
        }
        let email = "ada.async@example.com"
        let credentials = await narrator.step("webAuth().start()") {
            try browser.use()
            let credentials = try await Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain)
                .parameters(["login_hint": email])
                .timeout(.seconds(60))
                .start()
            guard tenant.journal.contains(where: { $0.method == "POST" && $0.path == "/u/login" }) else {
                throw Surprise("no user has seen the login page")
            }
            return credentials
        } told: { credentials in
            "\(credentials.tokenType) token <REDACTED>, ID token validated"
        }
        guard let credentials else { return }
        await narrator.step("userInfo(withAccessToken:)") {
            let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
            let profile = try await client.userInfo(withAccessToken: credentials.accessToken).start()
            guard profile.email == email else { throw Surprise("another user is logged in") }
            return profile
        } told: { profile in
            "\(profile.sub), \(profile.email ?? "no e-mail")"
        }
    }
}
