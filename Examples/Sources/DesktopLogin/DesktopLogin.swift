import Auth0
import Glibc

/// A login through the user's browser, which opens a redirect URI with the program's own scheme.
@main
struct DesktopLogin {
    static let application = "com.example.demo"

    static func main() async {
        // For such a URL the desktop starts a second process of this program; the first one is still waiting for it.
        WebAuthentication.exitIfHandedOver()
        do {
            try SchemeHandler(application: application, name: "Desktop login").register()

            let credentials = try await Auth0.webAuth()
                .provider(WebAuthentication.safariProvider(application: application))
                .start()
            let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
            print("Hello, \(profile.name ?? profile.sub)")
        } catch {
            print("Failed with: \(error)")
            exit(1)
        }
    }
}
