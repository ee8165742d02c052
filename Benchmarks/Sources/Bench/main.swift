import Foundation
import Harness
import Loopback

let suite = Suite(
    Transport.benchmarks + JSON.benchmarks + Cold.benchmarks,
    ratios: Transport.ratios + JSON.ratios + Cold.ratios,
    surroundings: { try Nginx() })

do {
    exit(try await suite.main())
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
