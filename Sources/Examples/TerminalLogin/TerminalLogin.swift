import Auth0

/// Logs in where there is no browser: the user approves on a phone or on another computer.
@main
struct TerminalLogin {
    static func main() async {
        let authentication = Auth0.authentication()
        do {
            let device = try await authentication.deviceAuthorization().start()
            print("Open \(device.verificationURI) and type \(device.userCode)")

            let credentials = try await authentication.login(deviceAuthorization: device).start()
            let profile = try await authentication.userInfo(withAccessToken: credentials.accessToken).start()
            print("Hello, \(profile.name ?? profile.sub)")
        } catch {
            print(error.isAccessDenied ? "You said no" : "Failed with: \(error)")
        }
    }
}
