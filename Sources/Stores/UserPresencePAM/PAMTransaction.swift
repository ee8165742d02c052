import CAuth0PAM

/// One authentication by the PAM stack.
struct PAMTransaction: Sendable {
    let service: String
    let user: String
    /// The folder of the services; `nil` for the system's.
    let folder: String?
    /// The text that the user sees first.
    let title: String?

    /// Runs the stack; blocks. It succeeds if the stack has authenticated the user and the account is valid.
    func outcome(in dialog: PAMDialog) -> PresenceAttempt.Outcome {
        do throws(UserPresenceError) {
            if let title { _ = try dialog.answer(PAMMessage(.information, text: title)) }
            try run(dialog)
            return .success(())
        } catch { return .failure(error) }
    }

    private func run(_ dialog: PAMDialog) throws(UserPresenceError) {
        // The dialog outlives the handle, and only calls on the handle use the conversation.
        var conversation = pam_conv(
            conv: PAMDialog.respond, appdata_ptr: Unmanaged.passUnretained(dialog).toOpaque())
        var handle: OpaquePointer?
        var status = pam_start_confdir(service, user, &conversation, folder, &handle)
        guard status == PAM_SUCCESS, let handle else { throw Self.failure(status, nil) }
        defer { withExtendedLifetime(dialog) { _ = pam_end(handle, status) } }

        status = pam_authenticate(handle, auth0_pam_no_empty_password)
        if status == PAM_SUCCESS { status = pam_acct_mgmt(handle, auth0_pam_no_empty_password) }
        guard status == PAM_SUCCESS else { throw dialog.failure ?? Self.failure(status, handle) }
        guard Self.user(of: handle) == user else {
            throw UserPresenceError(.denied, detail: "the PAM stack authenticated another user")
        }
    }

    /// The user whom the stack has authenticated: a module may replace the requested one.
    private static func user(of handle: OpaquePointer) -> String? {
        var item: UnsafeRawPointer?
        guard pam_get_item(handle, PAM_USER, &item) == PAM_SUCCESS else { return nil }
        return item.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    /// The error for a status of PAM; its texts are constants of the library.
    private static func failure(_ status: Int32, _ handle: OpaquePointer?) -> UserPresenceError {
        let detail = pam_strerror(handle, status).map { String(cString: $0) }
        return UserPresenceError(refusals.contains(status) ? .denied : .unavailable, detail: detail)
    }

    private static let refusals: Set<Int32> = [
        PAM_AUTH_ERR, PAM_PERM_DENIED, PAM_USER_UNKNOWN, PAM_MAXTRIES, PAM_ACCT_EXPIRED, PAM_NEW_AUTHTOK_REQD,
        PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED,
    ]
}
