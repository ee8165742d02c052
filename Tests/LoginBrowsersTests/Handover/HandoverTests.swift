import Foundation
import LinuxSystemCalls
import ProgramRunner
import Synchronization
import TestEvents
import Testing

@testable import LoginBrowsers

@Suite struct HandoverTests {
    private let folder = TemporaryFolder()
    private let scheme: CustomScheme
    private let good = "com.example.a://t.example/callback?code=1&state=good"

    init() throws { scheme = try #require(CustomScheme("com.example.a")) }

    private var places: [HandoverPlace] { [HandoverPlace(folder.path)] }

    /// A waiting process that accepts one address, and records all offers.
    private final class OfferRecorder: Sendable {
        let offers = Mutex<[String]>([])

        func accepts(_ good: String) -> @Sendable (String) -> Bool {
            { address in
                self.offers.withLock { $0.append(address) }
                return address == good
            }
        }
    }

    @Test func `A13 hands an address over in a folder that is private to this user`() throws {
        let recorder = OfferRecorder()
        let listener = try HandoverListener(scheme, in: places, accepts: recorder.accepts(good))
        var status = stat()
        stat("\(folder.path)/com.example.a", &status)

        #expect(HandoverSender.offer(good, in: places))
        #expect(!HandoverSender.offer(good + "&", in: places))

        #expect(recorder.offers.withLock { $0 } == [good, good + "&"])
        #expect(status.st_mode & 0o7777 == 0o700)
        withExtendedLifetime(listener) {}
    }

    @Test func `an offer without a waiting process does nothing`() {
        #expect(!HandoverSender.offer(good, in: places))
        #expect(folder.files.isEmpty)
    }

    @Test func `every waiting process is offered the address until one accepts it`() throws {
        let recorders = (0..<5).map { _ in OfferRecorder() }
        let listeners = try recorders.enumerated().map { number, recorder in
            try HandoverListener(scheme, in: places, accepts: recorder.accepts(number == 3 ? good : ""))
        }

        #expect(HandoverSender.offer(good, in: places))

        #expect(recorders[3].offers.withLock { $0 } == [good])
        #expect(!HandoverSender.offer("com.example.a:/other", in: places))
        #expect(recorders.allSatisfy { $0.offers.withLock { $0 }.last == "com.example.a:/other" })
        withExtendedLifetime(listeners) {}
    }

    @Test(arguments: [
        "", "x", "https://t.example/callback?code=1&state=good", "com.example.b://t.example/callback?code=1&state=good",
        "com.example.a", "com.example.a\n:/", "com.example.a:/ä", "-com.example.a:/", "javascript:alert(1)",
        "com.example.a:/\u{0}", "com.example.a:/?" + String(repeating: "a", count: 40_000),
    ])
    func `A13 an address of another scheme is offered to no process`(address: String) async throws {
        let recorder = OfferRecorder()
        let listener = try HandoverListener(scheme, in: places, accepts: recorder.accepts(""))

        #expect(!HandoverSender.offer(address, in: places))
        #expect(reply(to: Array(address.utf8)) == nil)

        #expect(HandoverSender.offer(good, in: places) == false)
        #expect(recorder.offers.withLock { $0 } == [good])
        withExtendedLifetime(listener) {}
    }

    @Test func `a silent connection does not block others`() throws {
        let listener = try HandoverListener(scheme, in: places, accepts: OfferRecorder().accepts(good))
        let silent = try #require(connected())
        defer { close(silent) }

        #expect(HandoverSender.offer(good, in: places))
        withExtendedLifetime(listener) {}
    }

    @Test func `a stopped process does not keep the address from others`() throws {
        mkdir("\(folder.path)/com.example.a", 0o700)
        let stopped = HandoverSocket.make()
        defer { close(stopped) }
        try #require(HandoverSocket.reach("\(folder.path)/com.example.a/-.socket") { bind(stopped, $0, $1) } == 0)
        // The queue is full, so that even a connection has to wait.
        try #require(listen(stopped, 0) == 0)
        let first = try #require(connected())
        defer { close(first) }

        let listener = try HandoverListener(scheme, in: places, accepts: OfferRecorder().accepts(good))
        #expect(HandoverSender.offer(good, in: places))
        withExtendedLifetime(listener) {}
    }

    @Test(.timeLimit(.minutes(30))) func `stopped processes do not prevent another listener`() throws {
        mkdir("\(folder.path)/com.example.a", 0o700)
        let sockets = try (0..<50).flatMap { number in
            let path = "\(folder.path)/com.example.a/\(number).socket"
            let (stopped, visitor) = (HandoverSocket.make(), HandoverSocket.make())
            try #require(HandoverSocket.reach(path) { bind(stopped, $0, $1) } == 0 && listen(stopped, 0) == 0)
            try #require(HandoverSocket.reach(path) { connect(visitor, $0, $1) } == 0)
            return [stopped, visitor]
        }
        defer { sockets.forEach { close($0) } }

        let before = Set(folder.files)
        let listener = try HandoverListener(scheme, in: places) { _ in true }

        // The file of the listener is new, and those of processes that are alive are left.
        #expect(Set(folder.files).subtracting(before).count { $0.hasSuffix(".socket") } == 1)
        #expect(before.isSubset(of: Set(folder.files)))
        withExtendedLifetime(listener) {}
    }

    @Test func `the sockets of dead processes are removed`() throws {
        mkdir("\(folder.path)/com.example.a", 0o700)
        for number in 0..<3 {
            let dead = HandoverSocket.make()
            let path = "\(folder.path)/com.example.a/\(number).socket"
            #expect(HandoverSocket.reach(path) { bind(dead, $0, $1) } == 0)
            close(dead)
        }
        #expect(folder.files.count == 3)

        let listener = try HandoverListener(scheme, in: places, accepts: OfferRecorder().accepts(good))

        #expect(folder.files.count == 1)
        #expect(HandoverSender.offer(good, in: places))
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: [0o755, 0o770, 0o701])
    func `A13 a folder with access for others is not used`(mode: UInt32) throws {
        let path = "\(folder.path)/com.example.a"
        mkdir(path, 0o700)
        chmod(path, mode)

        #expect { try HandoverListener(scheme, in: places) { _ in true } } throws: { error in
            (error as? UserAgentError)?.code == .noPlace && "\(error)".contains("XDG_RUNTIME_DIR")
        }
        #expect(!HandoverSender.offer(good, in: places))
    }

    @Test func `A13 a link in place of the folder is not followed`() throws {
        mkdir("\(folder.path)/elsewhere", 0o700)
        symlink("elsewhere", "\(folder.path)/com.example.a")

        #expect(throws: UserAgentError.self) { try HandoverListener(scheme, in: places) { _ in true } }
    }

    @Test func `listens in the first existing folder, and is found in all`() throws {
        let second = HandoverPlace("\(folder.path)/home/.local/state", mayBeMade: true)
        let places = [HandoverPlace("\(folder.path)/none"), second]
        let listener = try HandoverListener(scheme, in: places, accepts: OfferRecorder().accepts(good))

        #expect(folder.files.allSatisfy { $0.hasPrefix("home/.local/state/com.example.a/") && $0.hasSuffix(".socket") })
        #expect(HandoverSender.offer(good, in: [HandoverPlace(folder.path)] + places))
        withExtendedLifetime(listener) {}
    }

    @Test func `places are absolute paths of the environment`() {
        let variables = ["XDG_RUNTIME_DIR": "/run/mine", "XDG_STATE_HOME": "state", "HOME": "/h"]

        let mine = HandoverPlace.of(user: 7, in: UserFolders { variables[$0] })
        let none = HandoverPlace.of(user: 7, in: UserFolders { _ in nil })

        #expect(mine == [HandoverPlace("/run/mine"), HandoverPlace("/h/.local/state", mayBeMade: true)])
        #expect(none == [HandoverPlace("/run/user/7")])
    }

    @Test func `A15 a thousand abandoned waits leave no socket, descriptor or thread`() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let scheme = try #require(CustomScheme("com.example.a"))
            let (descriptors, threads) = (count("fd"), count("task"))
            for _ in 0..<1000 {
                await withCheckedContinuation { continuation in
                    let listener = try? HandoverListener(
                        scheme, in: [HandoverPlace(path)], ended: { continuation.resume() }, accepts: { _ in false })
                    listener?.close()
                }
            }

            // The last threads may not have ended yet.
            #expect(await SystemState.reaches { count("fd") <= descriptors + 2 })
            #expect(await SystemState.reaches { count("task") <= threads + 8 })
            #expect(TemporaryFolder.files(in: path).isEmpty)
        }
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 a forked child that ends its copy of the wait leaves the socket to its parent`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let (places, scheme) = ([HandoverPlace(path)], try #require(CustomScheme("com.example.a")))
            // The end of the thread removes the socket.
            let listener = try HandoverListener(scheme, in: places, ended: { _exit(9) }, accepts: { _ in true })
            let status = Fork.status {
                listener.close()
                return 0
            }
            #expect(HandoverSender.offer("com.example.a:/callback", in: places))
            withExtendedLifetime(listener) { _exit(status) }
        }
    }

    /// A connection to the only listener.
    private func connected() -> Int32? {
        guard let file = folder.files.first else { return nil }
        let descriptor = HandoverSocket.make()
        HandoverSocket.limit(descriptor, seconds: 30)
        return HandoverSocket.reach("\(folder.path)/\(file)") { connect(descriptor, $0, $1) } == 0 ? descriptor : nil
    }

    /// The reply to arbitrary bytes; `nil` when the connection is closed without one.
    private func reply(to bytes: [UInt8]) -> [UInt8]? {
        guard let descriptor = connected() else { return [] }
        defer { close(descriptor) }
        _ = HandoverSocket.send(bytes, over: descriptor)
        return HandoverSocket.receive(most: 1, over: descriptor)
    }
}

/// The number of entries of a folder of this process.
private func count(_ folder: String) -> Int { SystemState.entries(of: "/proc/self/\(folder)").count }
