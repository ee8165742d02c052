import Foundation
import RenewalSimulation

/// Explores the protocol of renewals outside of the tests, as optimised code.
///
/// - `SimulationProgram random COUNT`: random schedules with the seeds from 0 on.
/// - `SimulationProgram explore KIND [CALLS]`: all schedules of two processes with so many calls, one by default, and
///   one fault; `files`, `keyring` or `database`.
/// - `SimulationProgram seed SEED`: the events of one random schedule.
/// - `SimulationProgram script KIND CALLS NUMBER …`: the events of a script of the exploration.
///
/// The exit code is 1 after a violation, whose events it prints.
@main
struct SimulationProgram {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let command = words.first, let word = words.dropFirst().first else { exit(64) }
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        switch (command, UInt64(word), SimulatedStore.Kind(rawValue: word)) {
        case ("random", let count?, _): random(count)
        case ("seed", let seed?, _): show(Schedule(seed: seed).run(), Simulation.Settings(seed: seed))
        case ("explore", _, let kind?): explore(kind, calls: numbers.first ?? 1)
        case ("script", _, let kind?):
            let settings = Simulation.Settings.exhaustive(kind, calls: numbers.first ?? 1)
            show(Schedule(settings, .script(Array(numbers.dropFirst()))).run(), settings)
        default: exit(64)
        }
    }

    private static func random(_ count: UInt64) {
        for seed in 0..<count {
            let run = Schedule(seed: seed).run()
            guard run.violations.isEmpty else { show(run, Simulation.Settings(seed: seed)) }
        }
        print("simulation: \(count) random schedules, 0 violations")
    }

    private static func explore(_ kind: SimulatedStore.Kind, calls: Int) {
        let settings = Simulation.Settings.exhaustive(kind, calls: calls)
        var exploration = Exploration(settings)
        exploration.run()
        if let failure = exploration.failure { show(failure, settings) }
        print("simulation: \(exploration.states) states of \(kind), 0 violations")
    }

    private static func show(_ run: Schedule.Run, _ settings: Simulation.Settings) -> Never {
        print(run.report(settings))
        exit(run.violations.isEmpty ? 0 : 1)
    }
}
