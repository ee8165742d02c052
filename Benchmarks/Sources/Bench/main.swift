import Foundation
import Harness
import LocalServer

let suite = Suite(
    TransportBenchmarks.all + JSONBenchmarks.all + JOSEBenchmarks.all + VerifierBenchmarks.all
        + CredentialsBenchmarks.all + EmulatorBenchmarks.all + ColdBenchmarks.all + StreamsBenchmarks.all,
    ratios: TransportBenchmarks.ratios + JSONBenchmarks.ratios + JOSEBenchmarks.ratios + EmulatorBenchmarks.ratios
        + ColdBenchmarks.ratios + StreamsBenchmarks.ratios,
    surroundings: { try Nginx() })

do {
    exit(try await suite.main())
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
