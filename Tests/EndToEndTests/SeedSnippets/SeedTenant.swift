import Auth0
import Foundation
import Streams
import Synchronization
import TenantEmulator

/// The tenant of the documents' programs, which the environment names.
enum SeedTenant {
    static let tenant: EmulatedTenant = {
        do {
            let tenant = try EmulatedTenant.start()
            setenv("AUTH0_DOMAIN", tenant.domain, 1)
            setenv("AUTH0_CLIENT_ID", tenant.clientID, 1)
            return tenant
        } catch {
            fatalError("no tenant: \(error)")
        }
    }()

    static let connection = "Username-Password-Authentication"
    static let password = "Correct-Horse-7"
    static let managementScope =
        "openid profile email offline_access read:current_user update:current_user_metadata "
        + "update:current_user_identities"

    private static let number = Atomic(0)

    /// An unused address.
    static func newEmail() -> String {
        "jane.\(number.add(1, ordering: .relaxed).newValue)@example.com"
    }

    /// A user who has just signed up.
    static func newUser() async throws -> String {
        _ = tenant
        let email = newEmail()
        _ = try await Auth0.authentication().signup(email: email, password: password, connection: connection).start()
        return email
    }

    /// The credentials of a user who has just signed up and logged in.
    static func newCredentials(audience: String? = nil, scope: String? = nil) async throws -> Credentials {
        let email = try await newUser()
        return try await Auth0.authentication().login(
            usernameOrEmail: email, password: password, realmOrConnection: connection,
            audience: audience, scope: scope ?? "openid profile email offline_access"
        ).start()
    }

    /// The credentials of a new user for the Management API, and the user's ID.
    static func newManager() async throws -> (credentials: Credentials, userID: String) {
        let credentials = try await newCredentials(
            audience: "\(tenant.domain)/api/v2/", scope: managementScope)
        let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
        return (credentials, profile.sub)
    }
}

/// Waits for the argument of a callback.
func called<Value: Sendable>(_ start: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in start { continuation.resume(returning: $0) } }
}

/// The values and the completion of a subscription.
struct Seen<Value: Sendable, Failure: Error>: Sendable {
    let values: [Value]
    let completion: Subscribers.Completion<Failure>

    /// The only value of a publisher that finished.
    var only: Value? {
        guard case .finished = completion, values.count == 1 else { return nil }
        return values.first
    }
}

/// Collects the values of a subscriber with the closures of the documents.
final class Notebook<Value: Sendable, Failure: Error>: Sendable {
    private let values = Mutex<[Value]>([])
    private let (ends, end) = AsyncStream<Subscribers.Completion<Failure>>.makeStream()

    func note(_ value: Value) { values.withLock { $0.append(value) } }

    func note(_ completion: Subscribers.Completion<Failure>) { end.yield(completion) }

    /// The values and the completion, after the end.
    func seen() async -> Seen<Value, Failure>? {
        for await completion in ends { return Seen(values: values.withLock { $0 }, completion: completion) }
        return nil
    }
}
