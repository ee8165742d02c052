import Encodings

/// What the buttons of the inspector do.
enum InspectorActions {
    static func carryOut(_ fields: [String: String], _ core: TenantCore) throws(Refusal) {
        switch fields["action"] {
        case "rotate-keys": rotateKeys(core, keepingOld: fields["keep"] == "on")
        case "move-clock":
            guard let seconds = fields["seconds"].flatMap(Double.init), seconds.isFinite, abs(seconds) < 1e9 else {
                throw .oauth(400, "invalid_request", "seconds must be a number")
            }
            core.clock.advance(by: .seconds(seconds))
        case "arm":
            guard let text = fields["fault"], let fault = Fault(text: text), let path = fields["path"] else {
                throw .oauth(400, "invalid_request", "Unknown kind of fault")
            }
            core.faults.set(fault, on: path, times: fields["times"].flatMap { Int($0) })
        case "clear": core.faults.clear()
        case "release": core.faults.release()
        case "end-session":
            _ = core.withState { tenant in
                tenant.sessions.active = tenant.sessions.active.filter { $0.value.id != fields["session"] }
            }
        case "decide": decide(fields, core)
        default: throw .oauth(400, "invalid_request", "Unknown action")
        }
    }

    private static func rotateKeys(_ core: TenantCore, keepingOld: Bool) {
        _ = core.withState { tenant in try? tenant.keys.rotate(keepingOld: keepingOld) }
    }

    /// Answers the question that waits on a user's phone.
    private static func decide(_ fields: [String: String], _ core: TenantCore) {
        _ = core.withState { tenant in
            for (code, challenge) in tenant.outOfBandChallenges
            where challenge.bindingCode == nil && challenge.isApproved == nil
                && tenant.secondFactorLogins[challenge.login]?.grant.userID == fields["user"]
            {
                tenant.outOfBandChallenges[code]?.isApproved = fields["answer"] == "approve"
            }
        }
    }
}
