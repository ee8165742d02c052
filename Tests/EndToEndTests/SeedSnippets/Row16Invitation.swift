import Auth0
import Dispatch
import Foundation
import Streams
import StreamsFoundation
import TenantEmulator
import Testing

@Suite struct InvitationRow {
    /// The notification that UIKit posts; on Linux a toolkit or the program does.
    private static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")

    @Test func `row 16 an invitation is accepted once the application is active, as printed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            let link = try seed.tenant.invite("john@example.com", to: "acme")
            guard let url = URL(string: link) else { throw URLError(.badURL) }
            var cancellables = Set<AnyCancellable>()
            let notebook = Notebook<Credentials, WebAuthError>()

            // You need to wait for the app to enter the foreground before launching Web Auth
            NotificationCenter.default
                .publisher(for: Self.didBecomeActiveNotification)
                .subscribe(on: DispatchQueue.main)
                .prefix(1)
                .setFailureType(to: WebAuthError.self)  // Necessary for iOS 13
                .flatMap { _ in
                    Auth0
                        .webAuth()
                        .invitationURL(url)  // 👈🏼
                        .start()
                }
                .sink(
                    receiveCompletion: { completion in
                        if case .failure(let error) = completion {
                            print("Failed with: \(error)")
                        }
                        notebook.note(completion)
                    },
                    receiveValue: { credentials in
                        print("Obtained credentials: \(credentials)")
                        notebook.note(credentials)
                    }
                )
                .store(in: &cancellables)
            #expect(seed.browser.addresses.isEmpty)
            // Subscribing and asking for the first one take a turn of the queue each.
            DispatchQueue.main.async {
                DispatchQueue.main.async {
                    for _ in 0..<2 {
                        NotificationCenter.default.post(name: Self.didBecomeActiveNotification, object: nil)
                    }
                }
            }

            let credentials = await notebook.seen()?.only
            #expect(credentials?.idToken.isEmpty == false)
            #expect(seed.browser.addresses.count == 1)
            #expect(seed.parameters["organization"] == "org_0000000000000001")
            #expect(seed.parameters["invitation"]?.isEmpty == false)
        }
    }
}
