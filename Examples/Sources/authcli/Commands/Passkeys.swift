import Auth0
import FoundationEssentials
import OpenID
import PasskeyAuthenticator
import SecretStorage

/// The command `passkeys`, which lists, adds and removes passkeys of the logged-in user.
struct Passkeys: Command {
    static let name = "passkeys"
    static let summary = "manage the passkeys of the account: list, add, remove ID"
    static let operands = ["list|add|remove", "ID"]
    static let options = [
        Option("--unattended", nil, "for add: keep the passkey in a file, where it is used without confirmation"),
        Option("--yes", nil, "for remove: no question on a terminal"),
        ResultWriter.option,
    ]

    private struct Listed: Encodable {
        let id: String
        let created: String
        let name: String?
    }

    private enum Action {
        case list
        case add
        case remove(id: String)
    }

    private let action: Action
    private let isAgreed: Bool
    private let result: ResultWriter

    init(_ arguments: Arguments) throws(Failure) {
        (result, isAgreed) = (ResultWriter(arguments), arguments.has("--yes"))
        let isUnattended = arguments.has("--unattended")
        switch (arguments.operands.first, arguments.operands.dropFirst().first) {
        case ("list", nil): action = .list
        case ("add", nil) where isUnattended: action = .add
        case ("add", nil):
            throw .usage(
                "authcli keeps passkeys in a file and uses them without confirmation: add --unattended to accept this"
            )
        case ("remove", let id?): action = .remove(id: id)
        case ("remove", nil): throw .usage("passkeys remove needs the ID that passkeys list prints")
        default: throw .usage("passkeys takes list, add, or remove ID")
        }
    }

    func run(_ context: Context) async throws {
        let credentials = try await context.sessions.credentials()
        let account = Auth0.myAccount(
            token: credentials.accessToken, domain: context.configuration.domain, session: context.transport
        ).authenticationMethods
        guard try await context.sessions.login().audience == context.myAccountAudience else {
            throw Self.wrongAudience(context)
        }
        switch action {
        case .list:
            let passkeys = try await account.getAuthenticationMethods(type: .passkey).start().map {
                Listed(id: $0.id, created: $0.createdAt, name: $0.name)
            }
            try result.write(passkeys, rows: passkeys.map { [$0.id, $0.created, $0.name ?? ""] })
        case .add:
            let added = try await add(to: account)
            try result.write(["id": added.id], rows: [[added.id]], isWhole: true)
            context.output.done("Added a passkey")
        case .remove(let id):
            let key = try await account.getAuthenticationMethod(by: id).start().keyId
            guard isAgreed || context.output.confirms("Remove the passkey \(id) from the account?") else {
                throw Failure(status: .cancelled, message: "nothing was removed")
            }
            try await account.deleteAuthenticationMethod(by: id).start()
            // The private key is useless now; a passkey of another machine has none here.
            for held in try await Self.authenticator.passkeys() where key == Self.base64URL(held.credentialID) {
                _ = try await Self.authenticator.remove(credentialID: held.credentialID)
            }
            context.output.done("Removed the passkey")
        }
    }

    private static var authenticator: SoftwareAuthenticator {
        SoftwareAuthenticator(store: FileStore(application: "authcli"), presence: .unattended)
    }

    private static func base64URL(_ bytes: Data) -> String {
        let base64 = bytes.base64EncodedString().filter { $0 != "=" }
        return String(base64.map { ["+": "-", "/": "_"][$0] ?? $0 })
    }

    private func add(to account: any MyAccountAuthenticationMethods) async throws -> PasskeyAuthenticationMethod {
        let authenticator = Self.authenticator
        let challenge = try await account.passkeyEnrollmentChallenge().start()
        let passkey = try await authenticator.makeCredential(for: challenge)
        do {
            return try await account.enroll(passkey: passkey, challenge: challenge).start()
        } catch {
            // The tenant did not accept it, so it is useless.
            _ = try? await authenticator.remove(credentialID: passkey.credentialID)
            throw error
        }
    }

    private static func wrongAudience(_ context: Context) -> Failure {
        let scope = ["create", "read", "delete"].map { "\($0):me:authentication_methods" }.joined(separator: " ")
        return Failure(
            status: .notLoggedIn,
            message: "log in with the scopes of passkeys: authcli login --audience \(context.myAccountAudience) "
                + "--scope 'openid offline_access \(scope)'")
    }
}
