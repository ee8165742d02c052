import CAuth0MicroHTTPD
import Synchronization

/// An HTTP server on one address that passes requests to a handler, on one thread of libmicrohttpd.
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
    /// The time after which a connection without traffic is closed, unless its response is withheld by a fault.
    private static let idleSeconds: UInt32 = 60

    /// The certificate of a server, and its private key, in PEM.
    struct Certificate: Sendable {
        let certificate: String
        let key: String
    }

    /// Binds a port and serves requests until ``stop()``.
    ///
    /// - Parameters:
    ///   - address: The literal address.
    ///   - port: The port; 0 for a free port.
    ///   - certificate: The certificate of a server that speaks TLS; `nil` for plain HTTP.
    ///   - handler: Decides the responses.
    ///   - suspensions: The connections that wait for their response.
    /// - Throws: ``EmulatorError/Code/portUnavailable`` if the port cannot be bound, ``EmulatorError/Code/system`` for
    ///   any other failure.
    init(
        address: String, port: UInt16, certificate: Certificate?, handler: any HTTPHandler,
        suspensions: SuspendedConnections
    ) throws(EmulatorError) {
        (self.handler, self.suspensions) = (handler, suspensions)
        let context = Unmanaged.passRetained(Context(handler, suspensions))
        var error: Int32 = 0
        let pointer = shim_start(
            address, port, certificate?.certificate, certificate?.key, Self.maximumConnections, Self.idleSeconds,
            context.toOpaque(), HTTPServer.begin, HTTPServer.handle,
            HTTPServer.end,
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
