import Foundation
import OpenID

/// The choices of a schedule: those of a script first, then random ones.
package struct Schedule {
    let settings: Simulation.Settings
    /// The numbers of the choices, or a seed for random ones.
    let source: Source

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - settings: The size of the simulation.
    ///   - source: The choices.
    package init(_ settings: Simulation.Settings, _ source: Source) {
        (self.settings, self.source) = (settings, source)
    }

    /// Creates the random schedule of a seed.
    ///
    /// - Parameter seed: The seed.
    package init(seed: UInt64) { self.init(Simulation.Settings(seed: seed), .seed(seed, steps: 60)) }

    package enum Source {
        case script([Int])
        case seed(UInt64, steps: Int)
    }

    /// The result of a schedule.
    package struct Run {
        package let violations: [String]
        /// The choices that were made: a script.
        package let script: [Int]
        let events: [Simulation.Step]
    }

    /// Runs the schedule, and then everything, to its end.
    package func run() -> Run {
        let simulation = Simulation(settings)
        var script: [Int] = []
        func take(_ choice: Int, of choices: [Simulation.Step]) {
            script.append(choice)
            simulation.take(choices[choice])
        }
        switch source {
        case .script(let numbers):
            for number in numbers where simulation.violations.isEmpty {
                let choices = simulation.choices
                guard choices.indices.contains(number) else { break }
                take(number, of: choices)
            }
        case .seed(let seed, let steps):
            var random = SplitMix64(state: seed)
            for _ in 0..<steps where simulation.violations.isEmpty {
                let (choices, progress) = (simulation.choices, simulation.progress.count)
                guard !choices.isEmpty else { break }
                // Three of four steps are those of the protocol, so that faults meet every stage of it.
                let isProgress = progress > 0 && random.next() % 4 != 0
                take(Int(random.next() % UInt64(isProgress ? progress : choices.count)), of: choices)
            }
        }
        simulation.settle()
        return Run(violations: simulation.violations, script: script, events: simulation.events)
    }
}

extension Schedule.Run {
    /// A text that shows the events, and the command that repeats them.
    package func report(_ settings: Simulation.Settings) -> String {
        let numbers = script.map { "\($0)" }.joined(separator: " ")
        let command = settings.seed.map { "seed \($0)" } ?? "script \(settings.kind) \(settings.calls) \(numbers)"
        return "\(violations)\nrepeat: SimulationProgram \(command)\n"
            + events.map(\.description).joined(separator: "\n")
    }
}

/// All schedules of a size: a depth-first search that visits each state of processes, store and tenant once.
package struct Exploration {
    package let settings: Simulation.Settings
    package private(set) var states = 0
    package private(set) var failure: Schedule.Run?
    private var visited: Set<Int> = []

    package init(_ settings: Simulation.Settings) { self.settings = settings }

    package mutating func run() {
        var scripts: [[Int]] = [[]]
        while let script = scripts.popLast(), failure == nil {
            let simulation = Simulation(settings)
            for number in script { simulation.take(simulation.choices[number]) }
            guard simulation.violations.isEmpty else { return fail(script) }
            guard visited.insert(simulation.fingerprint.hashValue).inserted else { continue }
            states += 1
            if simulation.hasEnded { simulation.checkEnd() }
            guard simulation.violations.isEmpty else { return fail(script) }
            scripts += simulation.choices.indices.reversed().map { script + [$0] }
        }
    }

    private mutating func fail(_ script: [Int]) {
        failure = Schedule(settings, .script(script)).run()
    }
}

/// The generator of Steele, Lea and Flood, whose sequence a seed determines.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
