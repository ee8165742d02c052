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

private enum Fork {
    /// Forks, and returns the result of `body` in the child.
    static func status(_ body: () -> Int32) -> Int32 {
        // Swift hides `fork`, because few calls are allowed after it; this test is about it.
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return -1 }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        if child == 0 { _exit(body()) }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return (status >> 8) & 0xFF
    }
}
