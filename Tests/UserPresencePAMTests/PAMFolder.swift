import Foundation
import PasskeyAuthenticator
import ProgramRunner
import SecretStorage
import UserPresencePAM

/// A folder of PAM services, as `/etc/pam.d` is.
final class PAMFolder: Sendable {
    private let folder = TemporaryFolder()

    /// Its path.
    var path: String { folder.path }

    /// Creates a folder with the service `test`.
    ///
    /// - Parameter lines: The lines of the service; an account is valid unless they say otherwise.
    /// - Throws: The error of the file system.
    init(_ lines: String...) throws {
        let account = lines.contains { $0.hasPrefix("account") } ? [] : ["account required pam_permit.so"]
        try write("test", (lines + account).joined(separator: "\n") + "\n")
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// A check by the service `test`.
    func check(
        user: String? = nil, service: String = "test", timeout: Duration = .seconds(600),
        _ ask: @escaping @Sendable (PAMMessage) async throws -> SecretBytes? = { _ in nil }
    ) -> PAMPresence {
        check(user: user, service: service, timeout: timeout, conversation: PAMConversation(ask))
    }

    /// A check by the service `test`, with a conversation.
    func check(
        user: String? = nil, service: String = "test", timeout: Duration = .seconds(600), conversation: PAMConversation
    ) -> PAMPresence {
        var check = PAMPresence(service: service, user: user, timeout: timeout, conversation: conversation)
        check.folder = path
        // The folder exists as long as the check.
        check.wait = { [self, wait = check.wait] duration in
            defer { withExtendedLifetime(self) {} }
            try await wait(duration)
        }
        return check
    }

    /// A service that runs a script: it authenticates the user if the script succeeds.
    static func running(_ script: String, options: String = "quiet") throws -> PAMFolder {
        let folder = try PAMFolder()
        let program = "\(folder.path)/script"
        try ScriptFile.write("#!/bin/sh\n\(script)\n", to: program)
        try folder.write(
            "test",
            """
            auth [success=1 default=ignore] pam_exec.so \(options) \(program)
            auth requisite pam_deny.so
            auth required pam_permit.so
            account required pam_permit.so

            """)
        return folder
    }

    /// A service that asks for the password `open sesame`.
    static func withPassword() throws -> PAMFolder {
        // The module ends the password with a zero.
        try running(#"[ "$(tr -d '\000')" = "open sesame" ]"#, options: "expose_authtok quiet")
    }
}

extension PresenceRequest {
    /// A request for stored credentials.
    static func credentials(title: String? = nil) -> PresenceRequest {
        PresenceRequest(
            purpose: .credentials, relyingPartyID: "tenant.example.com", userName: "", userVerification: .required,
            title: title)
    }
}
