import Auth0
import Dispatch
import Foundation
import JOSE
import Streams
import StreamsFoundation

extension Notification.Name {
    /// Posted when the program can show something: by the toolkit of a window, or by a terminal program itself.
    static let didBecomeActive = Notification.Name("InvitationDidBecomeActive")
}

/// The acceptance of an invitation to an organization: `Invitation LINK`, from the user or from the desktop.
///
/// After `Invitation register` the desktop opens links of the program's own scheme with this program.
@main
@MainActor
struct Invitation {
    private static var cancellables: Set<AnyCancellable> = []

    static func main() {
        if CommandLine.arguments.dropFirst() == ["register"] { register() }
        let link: InvitationLink
        do throws(InvitationLink.Mistake) {
            link = try InvitationLink(CommandLine.arguments.dropFirst())
        } catch {
            print(error)
            exit(64)
        }
        accept(link)
        dispatchMain()
    }

    /// Registers this program with the desktop for its links.
    private static func register() -> Never {
        do {
            try SchemeHandler(application: InvitationLink.scheme, name: "Invitation").register()
        } catch {
            print(error)
            exit(1)
        }
        print("The desktop opens links of \(InvitationLink.scheme) with this program now")
        exit(0)
    }

    /// Waits until the program is active, then logs in once.
    private static func accept(_ link: InvitationLink) {
        let (url, organization) = (link.url, link.organization)
        NotificationCenter.default
            .publisher(for: .didBecomeActive)
            .handleEvents(receiveRequest: { _ in becomeActive() })
            .subscribe(on: DispatchQueue.main)
            .prefix(1)
            .setFailureType(to: WebAuthError.self)
            .flatMap { _ in
                print("You are invited to join \(organization). Go on in your browser ...")
                return Auth0.webAuth().invitationURL(url).start()
            }
            .sink(
                receiveCompletion: { completion in
                    guard case .failure(let error) = completion else { exit(0) }
                    print(explain(error))
                    exit(1)
                },
                receiveValue: { credentials in
                    // The SDK has validated the ID token, and that it is for the organization in the link.
                    let person = (try? decode(jwt: credentials.idToken))?["email"].string ?? "you"
                    print("Welcome to \(organization), \(person)")
                }
            )
            .store(in: &cancellables)
    }

    /// Posts that the program is active, as soon as there is a subscriber.
    nonisolated private static func becomeActive() {
        DispatchQueue.main.async { NotificationCenter.default.post(name: .didBecomeActive, object: nil) }
    }

    nonisolated private static func explain(_ error: WebAuthError) -> String {
        switch error {
        // The cause names the URL that the tenant has to allow, in case the browser shows an error page.
        case .userCancelled, .timedOut: "\(error)\nThe link is still good: open it again."
        case .authenticationFailed:
            "The invitation was not accepted: \((error.cause as? AuthenticationError)?.message ?? "no reason was given")"
        default: "Failed with: \(error)"
        }
    }
}
