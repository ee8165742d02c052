import CAuth0MicroHTTPD
import Synchronization

/// An HTTP server on 127.0.0.1 that passes requests to a handler, on one thread of libmicrohttpd.
final class HTTPServer: Sendable {
    let port: UInt16
    let handler: any HTTPHandler
    let suspensions: SuspendedConnections
    private let daemon: Mutex<Daemon?>

    private struct Daemon: @unchecked Sendable {  // the handle is used by start and by the one stop
        let pointer: OpaquePointer
        let context: Unmanaged<Context>
    }

    /// The context of libmicrohttpd's callbacks.
    final class Context: Sendable {
        let handler: any HTTPHandler
        let suspensions: SuspendedConnections
        init(_ handler: any HTTPHandler, _ suspensions: SuspendedConnections) {
            (self.handler, self.suspensions) = (handler, suspensions)
        }
    }

    private static let maximumConnections: UInt32 = 16_384

    /// Binds a port and serves requests until ``stop()``.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for a free port.
    ///   - handler: Decides the responses.
    ///   - suspensions: The connections that wait for their response.
    /// - Throws: ``EmulatorError/Code/portUnavailable`` if the port cannot be bound, ``EmulatorError/Code/system`` for
    ///   any other failure.
    init(port: UInt16, handler: any HTTPHandler, suspensions: SuspendedConnections) throws(EmulatorError) {
        (self.handler, self.suspensions) = (handler, suspensions)
        let context = Unmanaged.passRetained(Context(handler, suspensions))
        var error: Int32 = 0
        let pointer = shim_start_on_loopback(
            port, Self.maximumConnections, context.toOpaque(), HTTPServer.begin, HTTPServer.handle, HTTPServer.end,
            &error)
        guard let pointer else {
            context.release()
            guard error == EADDRINUSE || error == EACCES else { throw EmulatorError(.system, "errno \(error)") }
            throw EmulatorError(.portUnavailable, "\(port)")
        }
        self.port = shim_port(pointer)
        daemon = Mutex(Daemon(pointer: pointer, context: context))
    }

    /// Closes every connection, also those that wait, and joins the thread; further calls have no effect.
    func stop() {
        let stopped = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        guard let stopped else { return }
        suspensions.close()
        MHD_stop_daemon(stopped.pointer)
        stopped.context.release()
    }

    deinit { stop() }
}
