// Calls of every client, as code written for Swift 6 makes them, also where the main actor is the default.
import Auth0
import Foundation
import HTTPMessages
import Streams

@MainActor
final class Controller {
    var credentials: Credentials?
    var profile: UserInfo?
    var cancellable: AnyCancellable?

    func tap() {
        Task {
            do {
                let credentials = try await Auth0.webAuth().scope("openid").start()
                self.credentials = credentials
                profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
            } catch let error as WebAuthError {
                print(error.localizedDescription)
            } catch { print(error) }
        }
    }

    func publisher() {
        cancellable = Auth0.webAuth().start()
            .receive(on: .mainActor)
            .sink { completion in
                print(completion)
            } receiveValue: { credentials in
                print(credentials)
            }
    }
}

func handle(_ error: any Error) -> String {
    switch error {
    case WebAuthError.userCancelled: "cancelled"
    case let e as AuthenticationError where e.isMultifactorRequired: e.mfaRequiredErrorPayload?.mfaToken ?? ""
    case let e as any Auth0APIError: e.code
    default: error.localizedDescription
    }
}

struct Retry: Sendable {
    let attempts: Int
    func run<T: Sendable, E: Auth0APIError>(_ request: Request<T, E>) async throws(E) -> T {
        for _ in 1..<attempts {
            let result = await request.result()
            guard case .failure(let error) = result, error.isRetryable else { return try result.get() }
        }
        return try await request.result().get()
    }
}

nonisolated func mfa(_ error: AuthenticationError, otp: String) async throws -> Credentials? {
    guard let payload = error.mfaRequiredErrorPayload else { return nil }
    let client = Auth0.mfa(clientId: "c", domain: "d.example.com")
    let all = try await client.getAuthenticators(mfaToken: payload.mfaToken, factorsAllowed: ["otp", "phone"]).start()
    if let first = all.first(where: { $0.authenticatorType == "oob" }) {
        let challenge = try await client.challenge(with: first.id, mfaToken: payload.mfaToken).start()
        return try await client.verify(oobCode: challenge.oobCode, bindingCode: otp, mfaToken: payload.mfaToken).start()
    }
    let enrolled: OTPMFAEnrollmentChallenge = try await client.enroll(mfaToken: payload.mfaToken).start()
    print(enrolled.barcodeUri)
    return try await client.verify(otp: otp, mfaToken: payload.mfaToken).start()
}

func account(_ token: String) async throws {
    let methods = Auth0.myAccount(token: token, domain: "d.example.com").authenticationMethods
    let phone = try await methods.enrollPhone(phoneNumber: "+4912345").start()
    _ = try await methods.confirmPhoneEnrollment(
        id: phone.authenticationId, authSession: phone.authenticationSession, otpCode: "1"
    ).start()
    for m in try await methods.getAuthenticationMethods().start() { print(m.id) }
    try await methods.deleteAuthenticationMethod(by: "x").start()
    let factors = try await methods.getFactors().start()
    print(factors)
    do { _ = try await methods.getAuthenticationMethod(by: "x").start() } catch let error as MyAccountError {
        print(error.title, error.detail, error.validationErrors ?? [])
    }
}

func par(_ uri: String) async throws -> AuthorizationCode {
    try await Auth0.authorizeWithRequestUri(clientId: "c", domain: "d").sessionTransferToken("t").useEphemeralSession()
        .start(requestUri: uri)
}

func claims() async throws -> Credentials {
    try await Auth0.authentication().login(usernameOrEmail: "a", password: "b", realmOrConnection: "c")
        .validateClaims().withLeeway(60).withIssuer("https://x/").withNonce("n").withMaxAge(10).withOrganization(
            "org_1"
        )
        .parameters(["x": 1]).headers(["a": "b"]).start()
}

actor Log: Sendable {
    var lines: [String] = []
    func add(_ s: String) { lines.append(s) }
}
struct ActorLogger: Logger {
    let log: Log
    func trace(request: TransportRequest) { Task { await log.add("\(request.method)") } }
    func trace(response: TransportResponse) { Task { await log.add("\(response.status)") } }
    func trace(url: String, source: String?) { Task { await log.add(url) } }
}

final class Presenter: WebAuthUserAgent {
    let url: URL
    let callback: WebAuthProviderCallback
    init(url: URL, callback: @escaping WebAuthProviderCallback) { (self.url, self.callback) = (url, callback) }
    func start() { Task { @MainActor in print(url) } }
    func finish(with result: WebAuthResult<Void>) { Task { @MainActor in self.callback(result) } }
}

func provided() async throws -> Credentials {
    try await Auth0.webAuth().provider { Presenter(url: $0, callback: $1) }.onClose { print("closed") }.start()
}

func streams() async {
    let updates = AsyncStream<WebAuthResult<Credentials>> { continuation in
        let cancellable = Auth0.webAuth().start {
            continuation.yield($0); continuation.finish()
        }
        continuation.onTermination = { _ in cancellable.cancel() }
    }
    for await update in updates { print(update) }
}
