import Auth0
import Glibc
import OpenID

/// A login without a browser: the user approves the login on a phone or on another computer.
@main
struct TerminalLogin {
    static func main() async {
        let authentication = Auth0.authentication()
        let terminal = TerminalOutput.standardError
        do {
            let device = try await authentication.deviceAuthorization().start()
            terminal.show(device)

            let credentials = try await authentication.login(deviceAuthorization: device).start()
            let profile = try await authentication.userInfo(withAccessToken: credentials.accessToken).start()
            terminal.writeLine("Hello, \(profile.name ?? profile.sub)")
        } catch let error as AuthenticationError where error.isAccessDenied {
            terminal.writeLine("You said no")
            exit(1)
        } catch {
            terminal.writeLine("Failed with: \(error)")
            exit(1)
        }
    }
}
