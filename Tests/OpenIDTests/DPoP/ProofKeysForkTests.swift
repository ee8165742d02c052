import Dispatch
import Foundation
import SecretStorage
import TestEvents
import Testing

@testable import OpenID

@Suite struct ProofKeysForkTests {
    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 a forked child finds the key of its parent`() async {
        // In a process of its own: of a process with many threads hardly anything works in a forked child.
        await #expect(processExitsWith: .exitCode(42)) {
            let folder = FileManager.default.temporaryDirectory.appending(path: "auth0-fork-\(UUID().uuidString)")
            let store = FileStore(directory: folder.path)
            let keys = ProofKeys(store: store)
            let thumbprint = try ProofKeys(store: store).keyNow("app", creating: true)?.thumbprint
            let status = Fork.status {
                let done = DispatchSemaphore(value: 0)
                nonisolated(unsafe) var found: String?
                keys.key("app", creating: false) { result in
                    found = try? result.get()?.thumbprint
                    done.signal()
                }
                done.wait()
                return found == thumbprint && found != nil ? 42 : 1
            }
            try? FileManager.default.removeItem(at: folder)
            _exit(status)
        }
    }
}
