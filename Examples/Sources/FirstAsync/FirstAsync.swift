import Auth0

@main
struct FirstAsync {
    static func main() async {
        let authentication = Auth0.authentication()
        do {
            let credentials = try await authentication.login(
                usernameOrEmail: "john@example.com", password: "Sesame-2026!",
                realmOrConnection: "Username-Password-Authentication"
            ).start()
            let profile = try await authentication.userInfo(withAccessToken: credentials.accessToken).start()
            print("Hello, \(profile.name ?? profile.sub)")
        } catch let error as AuthenticationError where error.isInvalidCredentials {
            print("Wrong name or password")
        } catch let error as AuthenticationError where error.isMultifactorRequired {
            print("A second factor is required")
        } catch let error as any Auth0APIError where error.isNetworkError {
            print("The tenant cannot be reached")
        } catch {
            print("Failed with: \(error)")
        }
    }
}
