import Glibc
import ReachFive

/// A login at an account of ReachFive: `ReachFiveLogin <domain> <client ID> [<redirect URI>]`.
///
/// `tenant-emulator --service reachfive` starts an account on this machine, and prints its domain and client ID.
@main
struct ReachFiveLogin {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 2 || words.count == 3 else {
            print("usage: ReachFiveLogin <domain> <client ID> [<redirect URI>]")
            exit(64)
        }
        let reachfive = ReachFive(
            sdkConfig: SdkConfig(domain: words[0], clientId: words[1], scheme: words.count == 3 ? words[2] : nil))
        do {
            let authToken = try await reachfive.webviewLogin(WebviewLoginRequest()).get()
            print("Welcome, \(authToken.user?.name ?? authToken.user?.id ?? "")")
            if authToken.refreshToken != nil {
                let renewed = try await reachfive.refreshAccessToken(authToken: authToken).get()
                print("Renewed for \(renewed.expiresIn ?? 0) seconds")
            }
        } catch ReachFiveError.AuthCanceled {
            print("You did not log in")
            exit(1)
        } catch let error as ReachFiveError {
            print("Failed with: \(error.message())")
            exit(1)
        } catch {
            print("Failed with: \(error)")
            exit(1)
        }
    }
}
