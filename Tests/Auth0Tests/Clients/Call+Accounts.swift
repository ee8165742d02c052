import Auth0

extension Call {
    static let enrollments = [
        Call("enrollPhone") { try await $0.account.enrollPhone(phoneNumber: "canary").start() },
        Call("enrollEmail") { try await $0.account.enrollEmail(emailAddress: "canary").start() },
        Call("enrollTOTP") { try await $0.account.enrollTOTP().start() },
        Call("enrollPushNotification") { try await $0.account.enrollPushNotification().start() },
        Call("enrollRecoveryCode") { try await $0.account.enrollRecoveryCode().start() },
        Call("enrollPassword") { try await $0.account.enrollPassword(userIdentityId: "canary").start() },
        Call("confirmPhoneEnrollment") { clients in
            try await clients.account.confirmPhoneEnrollment(id: "1", authSession: "canary", otpCode: "canary").start()
                .createdAt
        },
        Call("confirmEmailEnrollment") { clients in
            try await clients.account.confirmEmailEnrollment(id: "1", authSession: "canary", otpCode: "canary").start()
                .createdAt
        },
        Call("confirmTOTPEnrollment") { clients in
            try await clients.account.confirmTOTPEnrollment(id: "1", authSession: "canary", otpCode: "canary").start()
                .createdAt
        },
        Call("confirmPushNotificationEnrollment") {
            try await $0.account.confirmPushNotificationEnrollment(id: "1", authSession: "canary").start().createdAt
        },
        Call("confirmRecoveryCodeEnrollment") {
            try await $0.account.confirmRecoveryCodeEnrollment(id: "1", authSession: "canary").start().createdAt
        },
        Call("confirmPasswordEnrollment") { clients in
            try await clients.account.confirmPasswordEnrollment(
                id: "1", authSession: "canary", newPassword: "canary"
            ).start().createdAt
        },
    ]

    static let methods = [
        Call("getAuthenticationMethods") { try await $0.account.getAuthenticationMethods().start() },
        Call("getAuthenticationMethod") { try await $0.account.getAuthenticationMethod(by: "1").start().createdAt },
        Call("updateAuthenticationMethod") {
            try await $0.account.updateAuthenticationMethod(by: "1", name: "canary").start().createdAt
        },
        Call(void: "deleteAuthenticationMethod") { try await $0.account.deleteAuthenticationMethod(by: "1").start() },
        Call("getFactors") { try await $0.account.getFactors().start() },
    ]

    private static let identities = #"[{"user_id":"canary"}]"#

    static let users = [
        Call("get") { try await $0.users.get("1", fields: ["user_metadata"]).start().isEmpty },
        Call("patch(userMetadata:)") {
            try await $0.users.patch("1", userMetadata: ["scope": "canary"]).start().isEmpty
        },
        Call("patch(attributes:)") { clients in
            let attributes = UserPatchAttributes().password("canary", connection: "c").username(
                "canary", connection: "c")
            return try await clients.users.patch("1", attributes: attributes).start().isEmpty
        },
        Call("link(withOtherUserToken:)", answering: identities) {
            try await $0.users.link("1", withOtherUserToken: "canary").start().count
        },
        Call("link(withUser:)", answering: identities) {
            try await $0.users.link("1", withUser: "canary", provider: "p").start().count
        },
        Call("unlink", answering: identities) {
            try await $0.users.unlink(identityId: "1", provider: "p", fromUserId: "1").start().count
        },
    ]
}
