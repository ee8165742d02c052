import Glibc
import OpenID

/// A login with any OpenID provider: `AnyProvider <issuer> <client ID>`.
@main
struct AnyProvider {
    static func main() async {
        guard CommandLine.arguments.count == 3 else {
            print("usage: AnyProvider <issuer> <client ID>")
            exit(64)
        }
        do {
            let provider = try await OpenID.discover(CommandLine.arguments[1]).start()
            let client = provider.client(id: CommandLine.arguments[2])
            let credentials = try await client.login().scope("openid profile email offline_access").start()
            let profile = try await client.userInfo(of: credentials).start()
            print("Hello, \(profile.name ?? profile.sub)")
            if credentials.refreshToken != nil {
                let renewed = try await client.renew(credentials).start()
                print("Renewed until \(renewed.expiresAt)")
            }
        } catch {
            print("Failed with: \(error)")
            exit(1)
        }
    }
}
