import Auth0

extension Call {
    static let enrollments = [
        Call("enrollPhone") { clients in try await clients.account.enrollPhone(phoneNumber: "canary").start() },
        Call("enrollEmail") { clients in try await clients.account.enrollEmail(emailAddress: "canary").start() },
        Call("enrollTOTP") { clients in try await clients.account.enrollTOTP().start() },
        Call("enrollPushNotification") { clients in try await clients.account.enrollPushNotification().start() },
        Call("enrollRecoveryCode") { clients in try await clients.account.enrollRecoveryCode().start() },
        Call("enrollPassword") { clients in
            try await clients.account.enrollPassword(userIdentityId: "canary").start()
        },
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
        Call("confirmPushNotificationEnrollment") { clients in
            try await clients.account.confirmPushNotificationEnrollment(id: "1", authSession: "canary").start()
                .createdAt
        },
        Call("confirmRecoveryCodeEnrollment") { clients in
            try await clients.account.confirmRecoveryCodeEnrollment(id: "1", authSession: "canary").start().createdAt
        },
        Call("confirmPasswordEnrollment") { clients in
            try await clients.account.confirmPasswordEnrollment(
                id: "1", authSession: "canary", newPassword: "canary"
            ).start().createdAt
        },
    ]

    static let methods = [
        Call("getAuthenticationMethods") { clients in try await clients.account.getAuthenticationMethods().start() },
        Call("getAuthenticationMethod") { clients in
            try await clients.account.getAuthenticationMethod(by: "1").start().createdAt
        },
        Call("updateAuthenticationMethod") { clients in
            try await clients.account.updateAuthenticationMethod(by: "1", name: "canary").start().createdAt
        },
        Call(void: "deleteAuthenticationMethod") { clients in
            try await clients.account.deleteAuthenticationMethod(by: "1").start()
        },
        Call("getFactors") { clients in try await clients.account.getFactors().start() },
    ]

    private static let identities = #"[{"user_id":"canary"}]"#

    static let users = [
        Call("get") { clients in try await clients.users.get("1", fields: ["user_metadata"]).start().isEmpty },
        Call("patch(userMetadata:)") { clients in
            try await clients.users.patch("1", userMetadata: ["scope": "canary"]).start().isEmpty
        },
        Call("patch(attributes:)") { clients in
            let attributes = UserPatchAttributes().password("canary", connection: "c").username(
                "canary", connection: "c")
            return try await clients.users.patch("1", attributes: attributes).start().isEmpty
        },
        Call("link(withOtherUserToken:)", answering: identities) { clients in
            try await clients.users.link("1", withOtherUserToken: "canary").start().count
        },
        Call("link(withUser:)", answering: identities) { clients in
            try await clients.users.link("1", withUser: "canary", provider: "p").start().count
        },
        Call("unlink", answering: identities) { clients in
            try await clients.users.unlink(identityId: "1", provider: "p", fromUserId: "1").start().count
        },
    ]
}
