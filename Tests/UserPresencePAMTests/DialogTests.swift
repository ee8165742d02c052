import CAuth0PAM
import Glibc
import LinuxSystemCalls
import OpenSSLCryptography
import Synchronization
import TestEvents
import Testing

@testable import UserPresencePAM

/// The conversation function, called as a module of PAM calls it.
@Suite(.timeLimit(.minutes(30))) struct DialogTests {
    /// The messages of a module, and the responses that it receives.
    private static func respond(
        to messages: [(style: Int32, text: String)], _ conversation: PAMConversation,
        _ body: @escaping @Sendable (Int32, UnsafeMutablePointer<pam_response>?) throws -> Void
    ) async throws {
        let result = await WorkerThreads(named: "test-module", limit: 1).result {
            let hasEnded = try #require(Wakeup())
            let dialog = PAMDialog(conversation, PresenceAttempt(hasEnded))
            let texts = messages.map { strdup($0.text) }
            defer { for text in texts { free(text) } }
            let values = zip(messages, texts).map { pam_message(msg_style: $0.0.style, msg: $0.1) }
            try values.withUnsafeBufferPointer { values in
                var pointers = values.indices.map { values.baseAddress?.advanced(by: $0) }
                var responses: UnsafeMutablePointer<pam_response>?
                let context = Unmanaged.passUnretained(dialog).toOpaque()
                let status = PAMDialog.respond(Int32(values.count), &pointers, &responses, context)
                try withExtendedLifetime(dialog) { try body(status, responses) }
            }
        }
        try #require(result).get()
    }

    /// A text of random letters.
    private static func randomText() throws -> SecretBytes {
        let random = try SecretBytes(random: 64)
        return SecretBytes(count: 64) { bytes in
            random.withUnsafeBytes { random in for index in bytes.indices { bytes[index] = 0x41 + random[index] % 26 } }
        }
    }

    @Test func `each message has its kind, and each question its answer`() async throws {
        let seen = Mutex<[PAMMessage]>([])
        let conversation = PAMConversation { message in
            seen.withLock { $0.append(message) }
            return SecretBytes("answer to \(message.text)".utf8)
        }
        let messages = [
            (PAM_TEXT_INFO, "i"), (PAM_PROMPT_ECHO_ON, "q"), (PAM_ERROR_MSG, "e"), (PAM_PROMPT_ECHO_OFF, "s"),
        ]

        try await Self.respond(to: messages, conversation) { status, responses in
            #expect(status == PAM_SUCCESS)
            let array = try #require(responses)
            let texts = (0..<4).map { array[$0].resp.map { String(cString: $0) } }
            #expect(texts == [nil, "answer to q", nil, "answer to s"])
            for index in 0..<4 { free(array[index].resp) }
            free(array)
        }

        #expect(seen.withLock { $0 }.map(\.kind) == [.information, .question, .error, .secretQuestion])
    }

    @Test func `an answer that the user types visibly is read from the terminal`() async throws {
        let terminal = try TypedTerminal()
        terminal.type("jane\n")

        try await Self.respond(to: [(PAM_PROMPT_ECHO_ON, "login: ")], .terminal(at: terminal.path)) {
            status, responses in
            #expect(status == PAM_SUCCESS)
            let array = try #require(responses)
            #expect(array[0].resp.map { String(cString: $0) } == "jane")
            free(array[0].resp)
            free(array)
        }
        #expect(terminal.isEchoing)
    }

    @Test(arguments: [[(99, "unknown")], []] as [[(style: Int32, text: String)]])
    func `a message of an unknown kind, and a call without messages, fail`(
        messages: [(style: Int32, text: String)]
    ) async throws {
        try await Self.respond(to: messages, PAMConversation { _ in SecretBytes([]) }) { status, responses in
            #expect(status == PAM_CONV_ERR)
            #expect(responses == nil)
        }
    }

    @Test(.enabled(if: !Sanitizer.isActive))
    func `M1 no copy of an answer remains in memory after the module has wiped its own`() async {
        await #expect(processExitsWith: .success) {
            let secret = Mutex<SecretBytes?>(try Self.randomText())
            let canary = try #require(secret.withLock { $0?.withUnsafeBytes { MaskedBytes($0) } })
            #expect(canary.occurrences() == 1)
            let conversation = PAMConversation { _ in secret.withLock { $0.take() } }

            try await Self.respond(to: [(PAM_PROMPT_ECHO_OFF, "Password: ")], conversation) { status, responses in
                let array = try #require(responses)
                #expect(status == PAM_SUCCESS && strlen(array[0].resp) == 64)
                explicit_bzero(array[0].resp, 64)
                free(array[0].resp)
                free(array)
            }

            #expect(canary.occurrences() == 0)
        }
    }

    @Test(.enabled(if: !Sanitizer.isActive))
    func `M1 no copy of an answer remains in memory if a later message fails`() async {
        await #expect(processExitsWith: .success) {
            let secret = Mutex<SecretBytes?>(try Self.randomText())
            let canary = try #require(secret.withLock { $0?.withUnsafeBytes { MaskedBytes($0) } })
            let conversation = PAMConversation { _ in secret.withLock { $0.take() } }
            let messages = [(PAM_PROMPT_ECHO_OFF, "Password: "), (PAM_PROMPT_ECHO_OFF, "Code: ")]

            try await Self.respond(to: messages, conversation) { status, responses in
                #expect(status == PAM_CONV_ERR)
                #expect(responses == nil)
            }

            #expect(canary.occurrences() == 0)
        }
    }

    @Test(.enabled(if: !Sanitizer.isActive))
    func `M1 no copy of a typed password remains in memory`() async {
        await #expect(processExitsWith: .success) {
            var secret: SecretBytes? = try Self.randomText()
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            let terminal = try TypedTerminal()
            let conversation = PAMConversation.terminal(at: terminal.path)
            async let typed: Void = Self.respond(to: [(PAM_PROMPT_ECHO_OFF, "Password: ")], conversation) {
                status, responses in
                let array = try #require(responses)
                #expect(status == PAM_SUCCESS && strlen(array[0].resp) == 64)
                explicit_bzero(array[0].resp, 64)
                free(array[0].resp)
                free(array)
            }
            _ = await terminal.screen(showing: "Password: ")
            secret?.withUnsafeBytes { terminal.type($0) }
            secret = nil
            terminal.type("\n")
            try await typed

            #expect(canary.occurrences() == 0)
        }
    }
}
