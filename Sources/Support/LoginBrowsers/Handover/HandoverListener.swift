import CAuth0Linux
import Glibc
import LinuxSystemCalls

/// Waits for an address that the desktop has started another process of this program with.
///
/// It waits at a socket in a folder that is this user's alone, and asks the kernel who is there besides. What arrives is
/// passed to `judge`, who knows the login that is under way; anything else changes nothing. It listens when `init` has
/// returned; it ends with ``close()``, or when nobody holds it any more, and takes its socket away.
package final class HandoverListener: Sendable {
    private let wakeup: Wakeup

    /// Begins to listen, on a thread of its own.
    ///
    /// - Parameters:
    ///   - scheme: Of what scheme the addresses are.
    ///   - places: Where to wait: in the first of these that can be used.
    ///   - ended: Called once, when the socket is gone and the thread is about to end.
    ///   - judge: Says whether an address was the one that was waited for. Called on the listener's thread, one call at a
    ///     time.
    /// - Throws: ``UserAgentError/Code/noPlace`` when none of the places can be used.
    package init(
        _ scheme: CustomScheme, in places: [HandoverPlace] = HandoverPlace.ofUser, ended: (@Sendable () -> Void)? = nil,
        judge: @escaping @Sendable (String) -> Bool
    ) throws(UserAgentError) {
        guard let wakeup = Wakeup() else { throw UserAgentError(.outOfResources, "\(SystemCallError())") }
        let door = try HandoverDoor.open(for: scheme, in: places)
        self.wakeup = wakeup
        let isStarted = BackgroundThread.start(named: "auth0-handover") {
            HandoverLoop(door: door, wakeup: wakeup, scheme: scheme, judge: judge).run()
            door.close()
            ended?()
        }
        guard isStarted else {
            door.close()
            throw UserAgentError(.outOfResources, "the system gave no thread")
        }
    }

    deinit { close() }

    /// Stops listening.
    package func close() { wakeup.ring() }
}

/// A socket that is listened to, and its file.
struct HandoverDoor: Sendable {
    let descriptor: Int32
    private let folder: HandoverFolder
    private let file: String

    /// Opens a door in the first place that can be used, and clears away what dead processes have left there.
    static func open(
        for scheme: CustomScheme, in places: [HandoverPlace]
    ) throws(UserAgentError) -> HandoverDoor {
        for place in places {
            guard let folder = HandoverFolder.open(in: place, for: scheme, creating: true) else { continue }
            HandoverVisitor.clear(folder)
            if let door = HandoverDoor(in: folder) { return door }
        }
        throw UserAgentError(
            .noPlace,
            "no folder for the answer of the browser: set XDG_RUNTIME_DIR or HOME to a folder of this user's, in which "
                + "\(scheme.text) is nobody else's")
    }

    /// Whoever finds a file finds somebody who listens: it gets its name after that. So a file at which nobody listens is
    /// a dead process's, and can be removed.
    private init?(in folder: HandoverFolder) {
        // Not the number of the process: processes of two containers may share the folder.
        let name = String(UInt64.random(in: .min ... .max), radix: 16)
        let (draft, file) = (name + HandoverSocket.draftSuffix, name + HandoverSocket.suffix)
        let descriptor = HandoverSocket.make()
        guard descriptor >= 0 else { return nil }
        guard HandoverSocket.reach(folder.path(of: draft), { bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, 8) == 0, folder.rename(draft, to: file)
        else {
            Glibc.close(descriptor)
            folder.remove(draft)
            return nil
        }
        (self.descriptor, self.folder, self.file) = (descriptor, folder, file)
    }

    func close() {
        folder.remove(file)
        Glibc.close(descriptor)
    }
}

/// The work of the listener's thread.
private struct HandoverLoop {
    let door: HandoverDoor
    let wakeup: Wakeup
    let scheme: CustomScheme
    let judge: @Sendable (String) -> Bool

    /// How long one visitor may take, in milliseconds.
    private static let patience: Int32 = 1000
    /// How long nobody is let in when the system has no descriptor to spare, in milliseconds.
    private static let pause: Int32 = 100

    func run() {
        while wait(for: door.descriptor, -1) {
            let visitor = auth0_accept(door.descriptor, 0)
            guard visitor >= 0 else {
                guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { continue }
                if wakeup.isRung(within: Self.pause) { return }
                continue
            }
            serve(visitor)
            close(visitor)
        }
    }

    private func serve(_ visitor: Int32) {
        guard HandoverSocket.isOfThisUser(visitor), wait(for: visitor, Self.patience),
            let bytes = HandoverSocket.receive(most: HandoverSocket.longestAddress, over: visitor),
            let address = String(validating: bytes, as: UTF8.self), CustomScheme(of: address) == scheme
        else { return }
        _ = HandoverSocket.send([judge(address) ? HandoverSocket.taken : HandoverSocket.ignored], over: visitor)
    }

    /// Waits until something can be read; whether it can, and the listener has not been closed meanwhile.
    private func wait(for descriptor: Int32, _ milliseconds: Int32) -> Bool {
        while true {
            var polled = [wakeup.descriptor, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&polled, 2, milliseconds)
            if count < 0, errno == EINTR || errno == ENOMEM { continue }
            return count > 0 && polled[0].revents == 0
        }
    }
}
