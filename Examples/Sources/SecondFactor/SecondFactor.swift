import Auth0
import Glibc

/// A login with a password and a second factor: `SecondFactor NAME PASSWORD`, by default the emulator's
/// `mfa@example.com`.
@main
struct SecondFactor {
    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        let (name, password) = words.count == 2 ? (words[1], words[2]) : ("mfa@example.com", "Sesame-2026!")
        do {
            let credentials = try await logIn(name, password)
            let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
            print("Hello, \(profile.name ?? profile.sub)")
        } catch let error as AuthenticationError where error.isInvalidCredentials {
            print("Wrong name or password")
            exit(1)
        } catch let error as MFAVerifyError where error.code == "invalid_grant" {
            print("Wrong code")
            exit(1)
        } catch {
            print("Failed with: \(error)")
            exit(1)
        }
    }

    private static func logIn(_ name: String, _ password: String) async throws -> Credentials {
        do {
            return try await Auth0.authentication().login(
                usernameOrEmail: name, password: password, realmOrConnection: "Username-Password-Authentication"
            ).start()
        } catch let error as AuthenticationError where error.isMultifactorRequired {
            guard let required = error.mfaRequiredErrorPayload else { throw error }
            return try await prove(required)
        }
    }

    /// Asks for the code of the app, or has one sent if the user presses return.
    private static func prove(_ required: MFARequiredErrorPayload) async throws -> Credentials {
        let mfa = Auth0.mfa()
        print("The code of your authenticator app, or return for a message: ", terminator: "")
        fflush(nil)
        if let code = readLine(), !code.isEmpty {
            return try await mfa.verify(otp: code, mfaToken: required.mfaToken).start()
        }
        let factors = required.mfaRequirements.challenge?.map(\.type) ?? []
        let authenticators = try await mfa.getAuthenticators(
            mfaToken: required.mfaToken, factorsAllowed: factors
        ).start()
        guard let phone = authenticators.first(where: { $0.oobChannel == "sms" }) else {
            print("There is no telephone number to send a code to")
            exit(1)
        }
        let challenge = try await mfa.challenge(with: phone.id, mfaToken: required.mfaToken).start()
        print("The code that was sent to \(phone.name ?? "your telephone"): ", terminator: "")
        fflush(nil)
        return try await mfa.verify(
            oobCode: challenge.oobCode, bindingCode: readLine(), mfaToken: required.mfaToken
        ).start()
    }
}
