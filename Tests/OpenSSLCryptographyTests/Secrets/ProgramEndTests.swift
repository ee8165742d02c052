import Foundation
import OpenSSLCryptography
import TestEvents
import Testing

/// The end of a program whose threads are still at work, such as those of requests in flight.
@Suite struct ProgramEndTests {
    @Test(arguments: 1...8)
    func `exit(_:) while other threads use cryptography ends the program without a crash`(run: Int) async {
        await #expect(processExitsWith: .success) {
            let started = EventCounter()
            for _ in 1...8 {
                Thread.detachNewThread {
                    while true {
                        let key = try? PrivateKey(generating: .ellipticCurve(.p256))
                        let code = try? MessageAuthenticator(key: SecretBytes([1]), hash: .sha256).code(for: [1])
                        guard key != nil, code != nil else { abort() }
                        started.add()
                    }
                }
            }
            try await started.reaches(8)
        }
    }
}
