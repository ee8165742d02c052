import FoundationEssentials
package import HTTPMessages
import LinuxSystemCalls
import LoginBrowsers
import SecretStorage

/// The settings of a program, from `Auth0.plist` beside the executable or from the environment.
package struct ProgramSettings: Sendable, Decodable {
    var clientId: String?
    var domain: String?
    /// The redirect URL of browser logins and logouts that set none; `RedirectURL` or `AUTH0_REDIRECT_URL`.
    var redirectURL: String?
    /// The setting that has the redirect URL, for the error of an invalid one.
    private(set) var redirectSetting = "RedirectURL in Auth0.plist"
    /// The ID of the application; `ApplicationID` or `AUTH0_APPLICATION_ID`.
    var applicationID: String?
    /// The path of the file; `nil` when there is none.
    var path: String?

    private enum CodingKeys: String, CodingKey {
        case clientId = "ClientId"
        case domain = "Domain"
        case redirectURL = "RedirectURL"
        case applicationID = "ApplicationID"
    }

    package init(applicationID: String? = nil) { self.applicationID = applicationID }

    /// Reads the settings of this program: each entry of the file comes before its variable. A set-user-ID program has
    /// no variables, because its environment belongs to the user who started it.
    ///
    /// - Throws: ``ConfigurationError/Code/unreadable`` when the file exists and is not a property list of strings.
    static func ofProgram() throws(ConfigurationError) -> ProgramSettings {
        var settings = try besideExecutable() ?? ProgramSettings()
        if settings.redirectURL == nil {
            settings.redirectSetting = "AUTH0_REDIRECT_URL"
            settings.redirectURL = ProcessEnvironment[settings.redirectSetting]
        }
        settings.applicationID = settings.applicationID ?? ProcessEnvironment["AUTH0_APPLICATION_ID"]
        return settings
    }

    private static func besideExecutable() throws(ConfigurationError) -> ProgramSettings? {
        guard let executable = String(validating: RunningProgram.path, as: UTF8.self), !executable.isEmpty else {
            return nil
        }
        let url = URL(filePath: executable).deletingLastPathComponent().appending(path: "Auth0.plist")
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            var settings = try PropertyListDecoder().decode(ProgramSettings.self, from: Data(contentsOf: url))
            settings.path = url.path
            return settings
        } catch { throw ConfigurationError.unreadable(url.path, cause: error) }
    }

    /// Returns the ID of the application: the configured one, the name of an executable that can be a scheme, or the
    /// reversed host of the tenant with the name of the executable: `com.auth0.eu.tenant.myapp`.
    ///
    /// A scheme has to be a reversed domain name, or any program could claim it: [RFC 8252
    /// §7.1](https://www.rfc-editor.org/rfc/rfc8252#section-7.1).
    package func applicationID(at tenant: HTTPURL, executable: String = ApplicationID.default) -> String {
        if let applicationID { return applicationID }
        if CustomScheme(executable) != nil { return executable }
        let labels = tenant.host.split(separator: ".")
        // A literal address would begin with a digit, which no scheme does.
        let isName = labels.last?.first?.isLetter == true && !tenant.host.contains(":")
        let reversed = isName ? labels.reversed().joined(separator: ".") : "localhost"
        let name = executable.lowercased().utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): byte
            default: UInt8(ascii: "-")
            }
        }
        return "\(reversed).\(String(decoding: name, as: UTF8.self))"
    }
}
