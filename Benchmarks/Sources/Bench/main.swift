import Foundation
import Harness
import LocalServer

let suite = Suite(
    TransportBenchmarks.all + JSONBenchmarks.all + JOSEBenchmarks.all + VerifierBenchmarks.all
        + DPoPBenchmarks.all + CredentialsBenchmarks.all + EmulatorBenchmarks.all + ColdBenchmarks.all
        + StreamsBenchmarks.all + MemoryBenchmarks.all,
    ratios: TransportBenchmarks.ratios + JSONBenchmarks.ratios + JOSEBenchmarks.ratios
        + VerifierBenchmarks.ratios + DPoPBenchmarks.ratios + EmulatorBenchmarks.ratios
        + ColdBenchmarks.ratios + StreamsBenchmarks.ratios + CredentialsBenchmarks.ratios,
    surroundings: { names in
        var services: [any Surroundings] = [try Nginx()]
        if names.contains(where: { $0.contains("/postgres") }) { services.append(try Postgres()) }
        if names.contains(where: { $0.contains("/keyring") }), let keyring = Keyring() { services.append(keyring) }
        return services
    })

do {
    exit(try await suite.main())
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
