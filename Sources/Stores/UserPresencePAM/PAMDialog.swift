import CAuth0PAM
import LinuxCLibrary
import SecretStorage
import Synchronization

/// The conversation function of PAM, for one authentication.
final class PAMDialog: Sendable {
    private let conversation: PAMConversation
    private let attempt: PresenceAttempt
    private let firstFailure = Mutex<UserPresenceError?>(nil)

    /// The first failure of the conversation, which is the reason of the status that PAM returns afterwards.
    var failure: UserPresenceError? { firstFailure.withLock { $0 } }

    init(_ conversation: PAMConversation, _ attempt: PresenceAttempt) {
        (self.conversation, self.attempt) = (conversation, attempt)
    }

    /// Shows a message, and returns its answer, `nil` for a message that needs none; blocks until it is answered or the
    /// attempt ends.
    func answer(_ message: PAMMessage) throws(UserPresenceError) -> SecretBytes? {
        do throws(UserPresenceError) {
            let answer = try conversation.answer(message, attempt)
            guard message.isQuestion else { return nil }
            guard let answer else { throw UserPresenceError(.cancelled) }
            // PAM's texts are null-terminated and have a maximum length.
            guard answer.count < Int(PAM_MAX_RESP_SIZE), answer.withUnsafeBytes({ !$0.contains(0) }) else {
                throw UserPresenceError(.denied, detail: "an answer has at most 511 bytes, and none that is zero")
            }
            return answer
        } catch {
            firstFailure.withLock { $0 = $0 ?? error }
            throw error
        }
    }

    /// The function that PAM calls.
    static let respond:
        @convention(c) (
            Int32, UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?, UnsafeMutableRawPointer?
        ) -> Int32 = { count, messages, responses, context in
            guard let messages, let responses, let context, (1...PAM_MAX_NUM_MSG).contains(count) else {
                return PAM_CONV_ERR
            }
            let dialog = Unmanaged<PAMDialog>.fromOpaque(context).takeUnretainedValue()
            return dialog.respond(to: UnsafeBufferPointer(start: messages, count: Int(count)), in: responses)
        }

    private func respond(
        to messages: UnsafeBufferPointer<UnsafePointer<pam_message>?>,
        in responses: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>
    ) -> Int32 {
        // The module frees the array and the answers, so both come from the C allocator.
        guard let memory = calloc(messages.count, MemoryLayout<pam_response>.stride) else { return PAM_BUF_ERR }
        let array = memory.bindMemory(to: pam_response.self, capacity: messages.count)
        for (index, message) in messages.enumerated() {
            guard let message = message.flatMap({ Self.message($0.pointee) }), let answer = try? answered(message)
            else {
                Self.discard(array, messages.count)
                return PAM_CONV_ERR
            }
            array[index].resp = answer.copy
        }
        responses.pointee = array
        return PAM_SUCCESS
    }

    /// An answer in C memory; `nil` for a message without an answer.
    private struct Answered { let copy: UnsafeMutablePointer<CChar>? }

    private func answered(_ message: PAMMessage) throws(UserPresenceError) -> Answered {
        guard let answer = try answer(message) else { return Answered(copy: nil) }
        guard let copy = calloc(answer.count + 1, 1) else { throw UserPresenceError(.unavailable, detail: "no memory") }
        answer.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { memcpy(copy, start, bytes.count) }
        }
        return Answered(copy: copy.assumingMemoryBound(to: CChar.self))
    }

    /// Wipes and frees answers that PAM does not receive.
    private static func discard(_ array: UnsafeMutablePointer<pam_response>, _ count: Int) {
        for index in 0..<count {
            guard let answer = array[index].resp else { continue }
            explicit_bzero(answer, strlen(answer))
            free(answer)
        }
        free(array)
    }

    private static func message(_ message: pam_message) -> PAMMessage? {
        let kinds: [Int32: PAMMessage.Kind] = [
            PAM_PROMPT_ECHO_OFF: .secretQuestion, PAM_PROMPT_ECHO_ON: .question, PAM_TEXT_INFO: .information,
            PAM_ERROR_MSG: .error,
        ]
        guard let kind = kinds[message.msg_style] else { return nil }
        return PAMMessage(kind, text: message.msg.map { String(cString: $0) } ?? "")
    }
}
