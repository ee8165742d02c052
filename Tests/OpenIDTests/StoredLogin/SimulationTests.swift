import RenewalSimulation
import Testing

/// The protocol of renewals, proved by exploration: the real `RenewalState` with processes, stores, tenants and faults.
///
/// A violation prints its events and its script, which `SimulationProgram` repeats. `make soak` runs a million
/// schedules.
@Suite(.timeLimit(.minutes(30))) struct SimulationTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `C1, C3, C6, C8, C20 to C22, C25 no random schedule breaks a rule`(part: UInt64) throws {
        for number in 0..<2_500 as Range<UInt64> {
            let seed = part << 32 | number
            let run = Schedule(seed: seed).run()
            try #require(run.violations.isEmpty, "\(run.report(Simulation.Settings(seed: seed)))")
        }
    }

    @Test(arguments: SimulatedStore.Kind.allCases)
    func `C1, C3, C6, C8, C25 no schedule of two processes with a renewal and a fault breaks a rule`(
        kind: SimulatedStore.Kind
    ) throws {
        let settings = Simulation.Settings.exhaustive(kind, calls: 1)
        var exploration = Exploration(settings)

        exploration.run()

        #expect(exploration.failure?.report(settings) == nil)
        #expect(exploration.states > 500, "\(exploration.states) states")
    }
}
