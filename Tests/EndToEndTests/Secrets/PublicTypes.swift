import Foundation
import ProgramRunner

/// The public types of the products, read from the listing of the public API, which the build keeps up to date.
enum PublicTypes {
    /// The modules whose types hold values of the program or of a test, and print them as the standard library's
    /// containers do: streams of values, their test doubles, encodings, and the emulator with its made-up users.
    private static let containers: Set<String> = [
        "Streams", "StreamsExtras", "StreamsFoundation", "StreamsFoundationNetworking", "StreamsTesting",
        "TenantEmulator", "Auth0Testing",
    ]

    /// The types whose members are not secret, by the reason.
    static let withoutSecrets: [String: [String]] = [
        "a setting, a choice or a name of the program": [
            "Auth0.Auth0Configuration", "Auth0.BiometricPolicy", "Auth0.ClientDefaults",
            "Auth0.CredentialsManager.EvaluationPolicy", "OpenID.LoginChange", "OpenID.LoginEnd",
            "OpenID.StoredLogin.Configuration", "Auth0.Telemetry", "Auth0.WebAuthBrowserProvider",
            "Auth0.WebAuthTerminalProvider", "Auth0.WebAuthWindowProvider", "Auth0.WebAuthentication",
            "Auth0.WebAuthentication.PresentationStyle", "SimpleKeychain.Accessibility",
            "Auth0WebView.WebAuthentication.WebViewLoop", "JOSE.JWSHeader.ExpectedType",
            "LibcurlTransport.CurlTransport.Configuration.CertificateAuthorities",
            "LibcurlTransport.CurlTransport.Configuration.ResponseLimits", "LoginBrowsers.SchemeHandler",
            "OpenID.AccessTokenVerifier.Binding", "OpenID.AccessTokenVerifier.Profile",
            "OpenID.BrowserLogin.CompletionPage", "OpenID.BrowserLogin.CompletionPage.Message",
            "OpenID.CallbackHandover",
            "OpenID.DiscoveryDocument", "OpenID.LoginWindow", "OpenID.LoginWindow.Ending",
            "OpenID.RemoteKeySet.Timing", "OpenID.TerminalOutput", "OpenID.TimeSource",
            "PasskeyAuthenticator.Attestation",
            "PasskeyAuthenticator.CallerPresence", "PasskeyAuthenticator.Presence",
            "PasskeyAuthenticator.PresenceRequest", "PasskeyAuthenticator.PresenceRequest.Purpose",
            "PasskeyAuthenticator.SoftwareAuthenticator.Backup",
            "PasskeyAuthenticator.SoftwareAuthenticator.Configuration",
            "PasskeyAuthenticator.UnattendedPresence", "PostgresStore.PostgresServer.Security",
            "QRCodeSymbols.QRSymbol.TerminalRendering",
            "ReachFive.ASWebAuthenticationSession", "ReachFive.ReachFive", "ReachFive.SdkConfig",
            "RequestPipeline.StandardErrorLogger", "SecretServiceStore.SecretServiceStore",
            "SecretStorage.FileStore.Rotation", "SecretStorage.SecretName",
            "SimpleKeychain.A0SimpleKeychain", "SimpleKeychain.SimpleKeychain", "UserPresencePAM.PAMConversation",
            "UserPresencePAM.PAMMessage", "UserPresencePAM.PAMMessage.Kind", "UserPresencePAM.PAMPresence",
        ],
        "a description of an account that authorizes nothing": [
            "Auth0.AuthenticationMethod", "Auth0.AuthenticationMethods", "Auth0.Authenticator", "Auth0.Factor",
            "Auth0.Factors", "Auth0.MFAFactor", "Auth0.MFARequirements", "Auth0.PasskeyAuthenticationMethod",
            "Auth0.PasskeyCredential", "Auth0.PasswordComplexity", "Auth0.PasswordDictionary", "Auth0.PasswordHistory",
            "Auth0.PasswordPolicy", "Auth0.PasswordProfileData", "Auth0.PersonName", "OpenID.ActClaim",
            "PasskeyAuthenticator.HeldPasskey",
        ],
        "public keys, and what anybody may receive from a server": [
            "Auth0.JWK", "Auth0.JWKS", "HTTPMessages.HTTPChallenge", "JOSE.JSONWebKey", "JOSE.JSONWebKeySet",
            "JOSE.JWSHeader", "OpenID.AccessTokenVerifier.Certificate", "OpenID.RemoteKeySet",
            "PasskeyAuthenticator.PasskeyCreationOptions", "PasskeyAuthenticator.PasskeyRequestOptions",
            "PasskeyAuthenticator.RegisteredPasskey",
        ],
        "what is left of a proof that was used": [
            "OpenID.DPoPProof", "OpenID.DPoPProofVerifier", "OpenID.MemoryReplayStore", "OpenID.MemoryReplayStore.Full",
            "OpenID.ReplayEntry",
        ],
        "an error of fixed texts and of details that are safe to show": [
            "Auth0.ConfigurationError", "Auth0.MyAccountError.ValidationError",
            "HTTPMessages.HTTPURLError", "HTTPMessages.TransportError", "HTTPMessages.TransportError.TLSFailureReason",
            "JOSE.JOSEError", "LoginBrowsers.SchemeHandlerError", "OpenID.DPoPError", "OpenID.DPoPProofError",
            "OpenID.IDTokenError", "OpenID.KeySetError", "OpenID.LogoutTokenError", "OpenID.TokenVerificationError",
            "PasskeyAuthenticator.PasskeyError", "QRCodeSymbols.QRCodeError", "RequestPipeline.ResponseError",
            "SecretStorage.SecretStoreError", "SimpleKeychain.SimpleKeychainError",
            "UserPresencePAM.UserPresenceError",
        ],
        "a marker or a closure": [
            "ByteEncodings.JSONNull", "HTTPMessages.AsyncTransport",
        ],
    ]

    /// Returns the names of all public types that could hold a secret.
    ///
    /// Left out are the codes of errors, and types that are their raw value and print as it.
    ///
    /// - Returns: The names with their modules, without generic parameters.
    /// - Throws: The error of the file system.
    static func listed() throws -> Set<String> {
        let folder = URL(filePath: Checkout.path + "/Documentation/API")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        for file in files
        where file.pathExtension == "txt" && !containers.contains(file.deletingPathExtension().lastPathComponent) {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if let name = name(in: line) { names.insert(name) }
            }
        }
        return names
    }

    /// Returns the name of the type that a line of the listing declares: `Module.Outer | final class Name<Value>: …`.
    private static func name(in line: Substring) -> String? {
        let pattern = /(?<outer>[\w.]+) +\| (?:final |indirect )*(?:struct|class|enum|actor) (?<name>\w+)(?<rest>.*)/
        guard let match = line.wholeMatch(of: pattern), match.name != "Code", !match.rest.contains("RawRepresentable")
        else { return nil }
        return "\(match.outer).\(match.name)"
    }

    /// Returns the name of the type of a value, as in ``listed()``.
    ///
    /// - Parameter value: The value.
    /// - Returns: The name with its module, without generic parameters.
    static func name(of value: Any) -> String {
        var (depth, name) = (0, "")
        for character in String(reflecting: type(of: value)) {
            if character == ">" { depth -= 1 }
            if character == "<" { depth += 1 } else if depth == 0, character != ">" { name.append(character) }
        }
        return name
    }
}
