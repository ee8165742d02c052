// A login as the wrappers of other frameworks build it: an object of Auth0.swift 2.x, which each call changes. It
// compiles here, and start(_:) tells of it; scripts/moving-over lists the lines.
import Auth0
import Foundation

final class DroppingPlugin {
    func login(_ options: [String: Any], resolve: @escaping (Any?) -> Void, reject: @escaping (Error) -> Void) {
        let builder = Auth0.webAuth(clientId: "client", domain: "tenant.example.com")
        if let audience = options["audience"] as? String {
            let _ = builder.audience(audience)
        }
        if let organization = options["organization"] as? String {
            _ = builder.organization(organization)
        }
        // _ = builder.nonce("in a comment")
        let renewed = builder.nonce("kept")
        print(renewed)
        builder.start { result in
            switch result {
            case .success(let credentials): resolve(credentials.accessToken)
            case .failure(let error): reject(error)
            }
        }
    }

    func cookie(of credentials: SSOCredentials) -> [String: String] {
        ["auth0_session_transfer_token": credentials.sessionTransferToken]
    }
}
