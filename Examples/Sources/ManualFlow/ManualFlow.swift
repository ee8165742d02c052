import Dispatch
import Foundation

/// One login in two ways: with Foundation alone, and with the SDK.
///
/// Run `ManualFlow manual` or `ManualFlow sdk`; `AUTH0_DOMAIN` and `AUTH0_CLIENT_ID` specify the tenant.
@main
struct ManualFlow {
    static func main() {
        let environment = ProcessInfo.processInfo.environment
        guard let domain = environment["AUTH0_DOMAIN"], let clientId = environment["AUTH0_CLIENT_ID"],
            let way = CommandLine.arguments.dropFirst().first, ["manual", "sdk"].contains(way)
        else {
            print("usage: AUTH0_DOMAIN=... AUTH0_CLIENT_ID=... ManualFlow manual|sdk")
            exit(64)
        }
        let report: @Sendable (Result<String, any Error>) -> Void = { result in
            switch result {
            case .success(let name): print("\(way): Hello, \(name)")
            case .failure(let error): print("\(way): Failed with \(error)")
            }
            exit((try? result.get()) == nil ? 1 : 0)
        }
        if way == "manual" {
            logInByHand(domain: domain, clientId: clientId, report: report)
        } else {
            logInWithSDK(domain: domain, clientId: clientId, report: report)
        }
        dispatchMain()
    }

    /// Opens the login page, receives the redirect, exchanges the code, and requests the profile.
    private static func logInByHand(
        domain: String, clientId: String, report: @escaping @Sendable (Result<String, any Error>) -> Void
    ) {
        let server = AuthorizationServer(domain: domain, clientId: clientId)
        do {
            let listener = try RedirectListener()
            let attempt = try server.authorize(redirectURI: listener.redirectURI)
            try SystemBrowser.open(attempt.address)
            let callback = try listener.wait()
            let code = try server.code(in: callback, of: attempt)
            server.getToken(code, attempt) { result in
                switch result {
                case .failure(let error): report(.failure(error))
                case .success(let tokens):
                    server.getProfile(accessToken: tokens.accessToken) { profile in
                        report(profile.map { $0.name ?? "unnamed user" })
                    }
                }
            }
        } catch { report(.failure(error)) }
    }
}

/// The failures of the manual flow.
enum FlowError: Error {
    /// No socket could be created.
    case noListener
    /// No program could open the address, or there is no address.
    case noBrowser
    /// The redirect does not belong to this attempt.
    case notOurs
    /// The tenant refused, with this description.
    case refused(String)
    /// The server response does not have the expected form.
    case malformed
}
