import ByteEncodings

enum InspectorActions {
    static func carryOut(_ fields: [String: String], _ core: TenantCore) throws(Refusal) {
        switch fields["action"] {
        case "rotate-keys": _ = core.withState { try? $0.keys.rotate(keepingOld: fields["keep"] == "on") }
        case "move-clock":
            guard let seconds = fields["seconds"].flatMap(Double.init), seconds.isFinite, abs(seconds) < 1e9 else {
                throw .invalidRequest("seconds must be a number")
            }
            core.clock.advance(by: .seconds(seconds))
        case "arm":
            try arm(fields, core)
        case "clear": core.faults.clear()
        case "release": core.faults.release()
        case "end-session":
            _ = core.withState { tenant in
                for (cookie, session) in tenant.sessions.active where session.id == fields["session"] {
                    tenant.endSession(cookie)
                }
            }
        case "decide": decide(fields, core)
        case "invite": try invite(fields, core)
        case "reset": core.reset()
        default: throw .invalidRequest("Unknown action")
        }
    }

    private static func arm(_ fields: [String: String], _ core: TenantCore) throws(Refusal) {
        guard let fault = fields["fault"].flatMap({ EmulatedTenant.Fault(text: $0) }) else {
            throw .invalidRequest("There is no such fault: tenant-emulator --help lists them")
        }
        guard let path = fields["path"], FaultSwitches.canCover(path) else {
            throw .invalidRequest("A path begins with a slash; * at its end is any rest")
        }
        let text = fields["times"] ?? ""
        let times = Int(text)
        guard text.isEmpty || (times ?? 0) > 0 else {
            throw .invalidRequest("Times is a number from 1, or nothing for always")
        }
        core.faults.set(fault, on: path, times: times)
    }

    private static func invite(_ fields: [String: String], _ core: TenantCore) throws(Refusal) {
        guard let address = fields["email"], address.isAddress else {
            throw .invalidRequest("An invitation needs an e-mail address")
        }
        let isSent = core.withState { tenant in
            tenant.invite(address, to: fields["organization"] ?? "", fields["client"].flatMap(tenant.client)) != nil
        }
        guard isSent == true else { throw .invalidRequest("There is no such organization or client") }
    }

    private static func decide(_ fields: [String: String], _ core: TenantCore) {
        guard let user = fields["user"] else { return }
        _ = core.withState { $0.answerPush(ofUser: user, isApproved: fields["answer"] == "approve") }
    }
}
