import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls

/// A listener for an address from another process of this program, which the desktop has started with it.
///
/// It listens on a socket in a private folder, and checks the user of each connection with the kernel. The socket is
/// ready when `init` returns; it is removed by ``close()``, or with the listener.
package final class HandoverListener: Sendable {
    private let wakeup: Wakeup
    private let process = ProcessGeneration.current

    /// Starts to listen in the first usable folder, on a separate thread.
    ///
    /// `accepts` returns whether an address is the expected one; it is called on that thread, one call at a time.
    /// `ended` is called once, after the socket was removed and immediately before the thread ends.
    ///
    /// - Throws: ``UserAgentError/Code/noPlace`` when no folder is usable.
    package init(
        _ scheme: CustomScheme, in places: [HandoverPlace] = HandoverPlace.ofUser, ended: (@Sendable () -> Void)? = nil,
        accepts: @escaping @Sendable (String) -> Bool
    ) throws(UserAgentError) {
        guard let wakeup = Wakeup() else { throw UserAgentError(.outOfResources, "\(SystemCallError())") }
        let server = try HandoverServerSocket.open(for: scheme, in: places)
        self.wakeup = wakeup
        let isStarted = BackgroundThread.start(named: "auth0-handover") {
            HandoverLoop(socket: server, wakeup: wakeup, scheme: scheme, accepts: accepts).run()
            server.close()
            ended?()
        }
        guard isStarted else {
            server.close()
            throw UserAgentError(.outOfResources, "the system cannot create a thread")
        }
    }

    deinit { close() }

    /// Stops listening, but not for the parent of a forked child, which shares the event.
    package func close() {
        if process.isCurrent { wakeup.ring() }
    }
}

/// A listening socket and its file.
struct HandoverServerSocket: Sendable {
    let descriptor: Int32
    private let folder: HandoverFolder
    private let file: String

    /// Opens a socket in the first usable folder, and removes the socket files of dead processes there.
    static func open(
        for scheme: CustomScheme, in places: [HandoverPlace]
    ) throws(UserAgentError) -> HandoverServerSocket {
        for place in places {
            guard let folder = HandoverFolder.open(in: place, for: scheme, creating: true) else { continue }
            HandoverSender.clear(folder)
            if let server = HandoverServerSocket(in: folder) { return server }
        }
        throw UserAgentError(
            .noPlace,
            "no folder for the redirect of the browser: set XDG_RUNTIME_DIR or HOME to a folder of this user, in which "
                + "\(scheme.text) is private to this user")
    }

    /// Binds a socket. Its file has its name after `listen`: one that refuses connections belongs to a dead process.
    private init?(in folder: HandoverFolder) {
        // Not the process identifier: processes of two containers may share the folder.
        let name = String(UInt64.random(in: .min ... .max), radix: 16)
        let (draft, file) = (name + HandoverSocket.draftSuffix, name + HandoverSocket.suffix)
        let descriptor = HandoverSocket.make()
        guard descriptor >= 0 else { return nil }
        guard HandoverSocket.reach(folder.path(of: draft), { bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, 8) == 0, folder.rename(draft, to: file)
        else {
            LinuxCLibrary.close(descriptor)
            folder.remove(draft)
            return nil
        }
        (self.descriptor, self.folder, self.file) = (descriptor, folder, file)
    }

    func close() {
        folder.remove(file)
        LinuxCLibrary.close(descriptor)
    }
}

/// The event loop of the listener's thread.
private struct HandoverLoop {
    let socket: HandoverServerSocket
    let wakeup: Wakeup
    let scheme: CustomScheme
    let accepts: @Sendable (String) -> Bool

    /// The time limit for one connection, in milliseconds.
    private static let patience: Int32 = 1000
    /// The pause in accepting connections when the system has no descriptor left, in milliseconds.
    private static let pause: Int32 = 100

    func run() {
        while isReadable(socket.descriptor, within: -1) {
            let connection = auth0_accept(socket.descriptor, 0)
            guard connection >= 0 else {
                guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { continue }
                if wakeup.isRung(within: Self.pause) { return }
                continue
            }
            serve(connection)
            close(connection)
        }
    }

    private func serve(_ connection: Int32) {
        guard HandoverSocket.isOfThisUser(connection), isReadable(connection, within: Self.patience),
            let bytes = HandoverSocket.receive(most: HandoverSocket.longestAddress, over: connection),
            let address = String(validating: bytes, as: UTF8.self), CustomScheme(of: address) == scheme
        else { return }
        _ = HandoverSocket.send([accepts(address) ? HandoverSocket.taken : HandoverSocket.ignored], over: connection)
    }

    /// Waits for input; returns whether there is some and the listener was not closed.
    private func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        Wakeup.firstReadable(of: [wakeup.descriptor, descriptor], within: milliseconds) == 1
    }
}
