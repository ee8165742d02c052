import Foundation
import PasskeyAuthenticator
import ProgramRunner
import SecretStorage
import Synchronization
import Testing
import UserPresencePAM

/// The PAM stack of a folder of the test, with the modules of the machine.
@Suite(.timeLimit(.minutes(30))) struct PAMPresenceTests {
    @Test func `a user whom the stack authenticates is verified`() async throws {
        let check: any PresenceCheck = try PAMFolder("auth required pam_permit.so").check()

        #expect(try await check.confirm(.credentials()) == .verified)
    }

    @Test(arguments: [
        ["auth required pam_deny.so"],
        ["auth required pam_permit.so", "account required pam_deny.so"],
        ["auth required pam_debug.so auth=user_unknown"], ["auth required pam_debug.so auth=maxtries"],
        ["auth required pam_permit.so", "account required pam_debug.so acct=acct_expired"],
        ["auth required pam_permit.so", "account required pam_debug.so acct=new_authtok_reqd"],
    ])
    func `a user whom the stack refuses is denied`(lines: [String]) async throws {
        let folder = try PAMFolder()
        try folder.write("test", (lines + ["account required pam_permit.so"]).joined(separator: "\n") + "\n")

        await #expect(throws: UserPresenceError(.denied)) { try await folder.check().confirm(.credentials()) }
    }

    @Test(arguments: [
        "auth required pam_debug.so auth=authinfo_unavail", "auth required pam_debug.so auth=service_err",
        "auth required pam_absent_module.so",
    ])
    func `a stack that cannot check the user is unavailable`(line: String) async throws {
        let folder = try PAMFolder(line)

        await #expect(throws: UserPresenceError(.unavailable)) { try await folder.check().verify() }
    }

    @Test func `a service that is not set up authenticates no user`() async throws {
        let folder = try PAMFolder("auth required pam_permit.so")

        await #expect(throws: UserPresenceError(.unavailable)) {
            try await folder.check(service: "absent").verify()
        }
    }

    @Test func `a module that authenticates another user than the requested one is refused`() async throws {
        let folder = try PAMFolder("auth required pam_ftp.so ignore")

        let error = await #expect(throws: UserPresenceError(.denied)) {
            try await folder.check(user: "anonymous") { _ in SecretBytes("me@example.com".utf8) }.verify()
        }

        #expect(error?.detail == "the PAM stack authenticated another user")
        try await folder.check(user: "ftp") { _ in SecretBytes("me@example.com".utf8) }.verify()
    }

    @Test func `the stack is asked for the user of the process`() async throws {
        let folder = try PAMFolder.running(#"[ "$PAM_USER" = "$(id -run)" ]"#)

        try await folder.check().verify()
        await #expect(throws: UserPresenceError(.denied)) { try await folder.check(user: "another").verify() }
    }

    @Test func `a closure answers the questions of the stack`() async throws {
        let folder = try PAMFolder.withPassword()
        let messages = Mutex<[PAMMessage]>([])
        let check = folder.check { message in
            messages.withLock { $0.append(message) }
            return message.isQuestion ? SecretBytes("open sesame".utf8) : nil
        }

        #expect(try await check.confirm(.credentials(title: "Read the credentials")) == .verified)

        let seen = messages.withLock { $0 }
        #expect(seen.map(\.kind) == [.information, .secretQuestion])
        #expect(seen.first?.text == "Read the credentials")
        #expect(seen.last?.text.hasPrefix("Password") == true)
    }

    @Test func `a wrong password is denied, and is in no error`() async throws {
        let folder = try PAMFolder.withPassword()

        let error = await #expect(throws: UserPresenceError(.denied)) {
            try await folder.check { _ in SecretBytes("canary-4711".utf8) }.verify()
        }

        let printed = try #require(error)
        #expect(!"\(printed) \(String(reflecting: printed))".contains("canary"))
    }

    @Test(arguments: [[UInt8](repeating: 0x61, count: 512), [0x61, 0, 0x62]])
    func `an answer that PAM cannot take is denied`(answer: [UInt8]) async throws {
        let folder = try PAMFolder.running("true", options: "expose_authtok quiet")

        try await folder.check { _ in SecretBytes(answer.filter { $0 != 0 }.prefix(511)) }.verify()
        await #expect(throws: UserPresenceError(.denied)) {
            try await folder.check { _ in SecretBytes(answer) }.verify()
        }
    }

    @Test func `a question without an answer cancels the check`() async throws {
        let folder = try PAMFolder.withPassword()

        let unanswered = await #expect(throws: UserPresenceError(.cancelled)) { try await folder.check().verify() }
        let failed = await #expect(throws: UserPresenceError(.cancelled)) {
            try await folder.check { _ in throw AppError() }.verify()
        }

        #expect(unanswered?.cause == nil)
        #expect(failed?.cause is AppError)
    }

    @Test func `a passkey whose relying party requires verification is made after the check`() async throws {
        let folder = try PAMFolder.withPassword()
        let options = PasskeyCreationOptions(
            relyingPartyID: "example.com", userID: Data([1]), userName: "jane", challenge: Data([1]),
            userVerification: .required)
        func authenticator(_ password: String) -> SoftwareAuthenticator {
            SoftwareAuthenticator(
                store: MemoryStore(), presence: folder.check { _ in SecretBytes(password.utf8) })
        }

        _ = try await authenticator("open sesame").makeCredential(for: options)
        let error = await #expect(throws: PasskeyError(.refused)) {
            try await authenticator("wrong").makeCredential(for: options)
        }

        #expect(error?.cause as? UserPresenceError == UserPresenceError(.denied))
    }
}
