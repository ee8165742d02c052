import Foundation
import OpenID

/// A text that is equal for equal states: random numbers are replaced by the order in which they occur.
extension Simulation {
    var fingerprint: String {
        var names = Names()
        var parts = ["\(faultsLeft).\(callsLeft).\(drifts)", store.fingerprint(&names, now: date(processes[0]))]
        for process in processes { parts.append(fingerprint(of: process, &names)) }
        for request in requests {
            parts.append(
                "\(request.isDelivered).\(request.answer != nil).\(request.hasFailed).\(request.lockLostAt.map { min(uptime - $0, .seconds(36)) } ?? .zero)"
            )
        }
        for tenant in tenants { parts.append(tenant.fingerprint(at: uptime)) }
        return parts.joined(separator: "|")
    }

    private func fingerprint(of process: SimulatedProcess, _ names: inout Names) -> String {
        let state = process.state
        var parts = ["\(process.isDead).\(process.isStopped).\(process.failure.map { "\($0)" } ?? "")"]
        parts.append(Self.name(of: state.phase))
        parts += state.calls.map {
            "\($0.id).\($0.isLate).\($0.seen.map { names.number($0) } ?? 0).\($0.pause).\($0.deadline.map { max($0 - uptime, .zero) } ?? .seconds(-1))"
        }
        parts.append("\(state.known.map { names.number($0.record.generation) } ?? 0)")
        parts.append("\(state.unsavedRecord.map { names.number($0.generation) } ?? 0)")
        parts.append("\(state.overtaking.map { $0.map { names.number($0.login) } ?? 0 } ?? -1)")
        parts.append(
            "\(state.ownMark.map { names.number($0) } ?? 0).\(state.foreignMark.map { "\(names.number($0.id)).\(min(uptime - $0.first, .seconds(36))).\(min($0.free, .seconds(36))).\($0.isFree).\(min(uptime - $0.seen, .seconds(2)))" } ?? "")"
        )
        parts += process.steps.map { step in
            switch step {
            case .action(let action): Self.name(of: action)
            case .report(.read(.success(let stored))): "read \(Self.name(of: stored, &names))"
            case .report(.replaced(.success(let stored))): "replaced \(Self.name(of: stored, &names))"
            case .report: "failed"
            case .readBack(let record, _, _): "back \(names.number(record.generation))"
            }
        }
        parts += process.timers.map { "\(max($0.due - uptime, .zero))" }
        return parts.joined(separator: ",")
    }

    private static func name(of stored: RecordStorage.Stored?, _ names: inout Names) -> String {
        stored.map { "\(names.number($0.record.generation)).\($0.record.mark != nil)" } ?? "nothing"
    }

    private static func name(of phase: RenewalState.Phase) -> String {
        switch phase {
        case .idle: "idle"
        case .reading(let error): "reading \(error != nil)"
        case .locking: "locking"
        case .rereading: "rereading"
        case .marking: "marking"
        case .sent: "sent"
        case .settling(let settlement): "settling \(name(of: settlement.purpose))"
        case .pausing: "pausing"
        }
    }

    private static func name(of purpose: RenewalState.Settlement.Purpose) -> String {
        switch purpose {
        case .renewed: "renewed"
        case .refused: "refused"
        case .lost: "lost"
        case .failed: "failed"
        case .unmarking: "unmarking"
        case .saving: "saving"
        }
    }

    private static func name(of action: RenewalState.Action) -> String {
        switch action {
        case .read: "read"
        case .lock: "lock"
        case .reread: "reread"
        case .mark: "mark"
        case .send: "send"
        case .replace: "replace"
        default: "other"
        }
    }
}

/// Small numbers for random ones, in the order in which they occur.
struct Names {
    private var numbers: [UInt64: Int] = [:]

    mutating func number(_ value: UInt64) -> Int {
        let number = numbers[value] ?? numbers.count + 1
        numbers[value] = number
        return number
    }
}
