import Auth0
import PasskeyAuthenticator
import SecretStorage

/// A signup with a passkey, and a login with it.
@main
struct Passkeys {
    static func main() async {
        // This account belongs to the program: any process that can read the store acts as its user. For a person's
        // account pass a closure that verifies the person, and a `FileStore()` that keeps the passkey.
        let authenticator = SoftwareAuthenticator(store: MemoryStore(), presence: .unattended)
        let authentication = Auth0.authentication()
        do {
            let signup = try await authentication.passkeySignupChallenge(
                email: "passkeys@example.com", name: "Pat Keys", connection: "Username-Password-Authentication"
            ).start()
            let newPasskey = try await authenticator.makeCredential(for: signup)
            _ = try await authentication.login(
                passkey: newPasskey, challenge: signup, connection: "Username-Password-Authentication"
            ).start()
            print("Signed up as \(signup.userName) at \(signup.relyingPartyId)")

            let login = try await authentication.passkeyLoginChallenge(
                connection: "Username-Password-Authentication"
            ).start()
            let passkey = try await authenticator.makeAssertion(for: login)
            let credentials = try await authentication.login(
                passkey: passkey, challenge: login, connection: "Username-Password-Authentication"
            ).start()
            let profile = try await authentication.userInfo(withAccessToken: credentials.accessToken).start()
            print("Hello, \(profile.name ?? profile.sub)")
        } catch let error as PasskeyError where error.code == .refused {
            print("The user did not agree to use a passkey")
        } catch {
            print("Failed with: \(error)")
        }
    }
}
