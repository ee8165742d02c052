extension Simulation {
    /// Something that can happen next.
    enum Step: Hashable, CustomStringConvertible {
        case act(Int), receive(Int), answer(Int), tick
        case call(Int, isForced: Bool), cancel(Int)
        case loseAnswer(Int), reject(Int), kill(Int), stop(Int), resume(Int), signOut(Int), login(Int, user: Int)
        case failBefore(Int), failAfter(Int), disconnect(Int), connect(Int), restart, removeLockFile
        case fill, free, jump(Int, seconds: Int), drift(Int, percent: Int), fork(Int)
        case lockKeyring, unlockKeyring, damage(Int), setAside(String)

        var description: String {
            switch self {
            case .act(let process): "process \(process) acts"
            case .receive(let request): "the tenant receives request \(request)"
            case .answer(let request): "the answer to request \(request) arrives"
            case .tick: "time passes"
            case .call(let process, let isForced): "process \(process) \(isForced ? "renews" : "asks for credentials")"
            case .cancel(let process): "process \(process) cancels a call"
            case .loseAnswer(let request): "the answer to request \(request) is lost"
            case .reject(let request): "the tenant rejects request \(request) without reading it"
            case .kill(let process): "process \(process) is killed"
            case .stop(let process): "process \(process) is stopped"
            case .resume(let process): "process \(process) is resumed"
            case .signOut(let process): "process \(process) signs out"
            case .login(let process, let user): "process \(process) stores a login of user \(user)"
            case .failBefore(let process): "the next access of process \(process) to the store fails without effect"
            case .failAfter(let process): "the next access of process \(process) to the store fails after its effect"
            case .disconnect(let process): "process \(process) loses its connection"
            case .connect(let process): "process \(process) is connected again"
            case .restart: "the server of the store restarts"
            case .removeLockFile: "the lock file is removed"
            case .fill: "the disk is full"
            case .free: "the disk has room"
            case .jump(let host, let seconds): "the clock of host \(host) jumps by \(seconds) s"
            case .drift(let host, let percent): "the clock of host \(host) drifts by \(percent) %"
            case .lockKeyring: "the keyring is locked"
            case .unlockKeyring: "the keyring is unlocked"
            case .damage(let process): "the record of process \(process) is damaged"
            case .setAside: "the damaged record is set aside"
            case .fork(let process): "process \(process) forks, and the child asks for credentials"
            }
        }
    }
}
