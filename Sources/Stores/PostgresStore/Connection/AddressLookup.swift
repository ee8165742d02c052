import LinuxCLibrary
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// The addresses of a host, looked up on a separate thread: an unresponsive name server blocks longer than any time
/// limit.
final class AddressLookup: Sendable {
    private let host: String
    private let running = Mutex<Attempt?>(nil)

    init(host: String) { self.host = host }

    /// Returns the addresses in the order of the system, or a single `nil` for a host that is not a name; blocks. Calls
    /// at the same time share one attempt.
    func addresses(until deadline: ContinuousClock.Instant, interrupt: Wakeup?) throws -> [String?] {
        guard !PostgresServer.isSocket(host), !Self.isAddress(host) else { return [nil] }
        // Refused with the other options.
        guard !host.contains(","), !host.utf8.contains(0) else { return [nil] }
        guard let attempt = try begin() else {
            throw SecretStoreError(.unavailable, detail: "no thread or descriptor is left to look its address up")
        }
        let descriptors = [interrupt?.descriptor ?? -1, attempt.end.descriptor]
        switch Wakeup.firstReadable(of: descriptors, within: ContinuousClock.now.milliseconds(until: deadline)) {
        case 0: throw CancellationError()
        case nil: throw SecretStoreError(.unavailable, detail: "the name server did not answer in time")
        default: return try attempt.addresses()
        }
    }

    private func begin() throws -> Attempt? {
        let (attempt, isNew) = running.withLock { running -> (Attempt?, Bool) in
            if let running { return (running, false) }
            running = Attempt()
            return (running, true)
        }
        guard let attempt, isNew else { return attempt }
        let isStarted = BackgroundThread.start(named: "auth0-pg-names") { [self] in
            attempt.set(Self.lookUp(host))
            running.withLock { $0 = nil }
            attempt.end.ring()
        }
        guard isStarted else {
            running.withLock { $0 = nil }
            attempt.set([])
            attempt.end.ring()
            return nil
        }
        return attempt
    }

    /// Returns whether a host is an address, which needs no name server.
    private static func isAddress(_ host: String) -> Bool {
        var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
        hints.ai_flags = AI_NUMERICHOST
        defer { if let found { freeaddrinfo(found) } }
        return getaddrinfo(host, nil, &hints, &found) == 0
    }

    private static func lookUp(_ host: String) -> [String] {
        var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        guard getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [String] = []
        var next = found
        while let entry = next?.pointee {
            next = entry.ai_next
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if status == 0, !addresses.contains(address) { addresses.append(address) }
        }
        // Regardless of the name server, this name denotes this machine.
        guard PostgresServer.isNameOfThisMachine(host) else { return addresses }
        return addresses.filter { PostgresServer.isLoopback($0) }
    }

    /// A lookup in progress.
    private final class Attempt: Sendable {
        let end: Wakeup
        private let result = Mutex<[String]>([])

        init?() {
            guard let end = Wakeup() else { return nil }
            self.end = end
        }

        func set(_ addresses: [String]) { result.withLock { $0 = addresses } }

        func addresses() throws -> [String?] {
            let addresses = result.withLock { $0 }
            guard !addresses.isEmpty else {
                throw SecretStoreError(
                    .unavailable, detail: "the host has no address: correct the name, or the name server",
                    cause: ServerAbsence())
            }
            return addresses
        }
    }
}
