import Auth0
import OpenID
import RequestPipeline
import Testing
import TransportDoubles

/// A method of a client, called with `canary` for every secret and every personal value.
struct Call: CustomTestStringConvertible {
    /// The clients of all APIs, with one transport and one logger.
    struct Clients {
        let wire: Wire
        var logger: (any Logger)?
        /// The key of the clients whose tokens may be bound to one.
        var dpop: DPoP?

        var authentication: any Authentication { bound(logged(wire.authentication)) }
        var mfa: any MFAClient { bound(logged(wire.mfa)) }
        var account: any MyAccountAuthenticationMethods { bound(logged(wire.myAccount("canary"))) }
        var users: any Users { logged(wire.users("canary")) }

        private func bound<Client: SenderConstraining>(_ client: Client) -> Client {
            var client = client
            client.dpop = dpop
            return client
        }

        private func logged<Client: Loggable>(_ client: Client) -> Client {
            logger.map { client.using(logger: $0) } ?? client
        }
    }

    let testDescription: String
    /// The response of the tenant.
    let answer: String
    /// Whether a success status is sufficient, whatever the body.
    let isVoid: Bool
    /// Calls the method, and returns the part of the result without personal data.
    let send: @Sendable (Clients) async throws -> Any

    init(
        _ name: String, answering answer: String = Self.object,
        _ send: @escaping @Sendable (Clients) async throws -> Any
    ) {
        (testDescription, self.answer, self.send, isVoid) = (name, answer, send, false)
    }

    init(void name: String, _ send: @escaping @Sendable (Clients) async throws -> Void) {
        (testDescription, answer, self.send, isVoid) = (name, Self.object, send, true)
    }

    /// The members of the responses to all methods.
    static let object = #"""
        {"access_token":"canary","token_type":"Bearer","id_token":"canary","refresh_token":"canary","expires_in":60,
        "recovery_code":"canary","issued_token_type":"t","auth_session":"canary","mfa_token":"canary",
        "challenge_type":"oob","oob_code":"canary","binding_method":"prompt","authenticator_type":"oob",
        "oob_channel":"sms","secret":"canary","barcode_uri":"otpauth://canary","recovery_codes":["canary"],
        "manual_input_code":"canary","id":"1","created_at":"2026-01-01","usage":[],"email":"canary",
        "sub":"s","name":"canary","address":{"street_address":"canary"},"act":{"sub":"a","email":"canary"},
        "policy":{"complexity":{},"profile_data":{},"history":{},"dictionary":{}},
        "device_code":"canary","user_code":"WDJB-MJHT","verification_uri":"https://tenant.example.com/activate",
        "verification_uri_complete":"https://tenant.example.com/activate?user_code=WDJB-MJHT",
        "keys":[{"kty":"RSA"}],"authentication_methods":[],"factors":[{"type":"totp"}]}
        """#

    /// Every method of the clients.
    static let all = authentication + tokens + exchanges + mfa + enrollments + methods + users
}
