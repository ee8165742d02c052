import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls
import Synchronization

/// The sockets of one listener: one port on 127.0.0.1 and ::1, and on no other address (RFC 8252 §7.3, §8.3). Shared by
/// the thread that serves them and the thread that stops it.
final class LoopbackSockets: Sendable {
    /// A listening socket and the host of its address in a URL.
    struct Listener: Sendable {
        let descriptor: Int32
        let host: String
    }

    let port: UInt16
    let listeners: [Listener]
    private let isOpen = Mutex(true)

    private init(port: UInt16, listeners: [Listener]) { (self.port, self.listeners) = (port, listeners) }

    /// The number of ports that are tried when the system's choice is free in one address family only.
    private static let attempts = 16

    /// Binds both address families, or the one of this machine; port 0 selects a free one. No error leaves a socket
    /// open.
    static func open(port: UInt16) throws(LoopbackError) -> LoopbackSockets {
        for _ in 1..<attempts {
            do throws(LoopbackError) {
                return try bindBoth(port)
            } catch {
                guard port == 0, error.code == .portUnavailable else { throw error }
            }
        }
        return try bindBoth(port)
    }

    private static func bindBoth(_ wanted: UInt16) throws(LoopbackError) -> LoopbackSockets {
        let four = try bound(AF_INET, wanted)
        let port = four.map(portOf) ?? wanted
        let six: Int32?
        do throws(LoopbackError) {
            six = try bound(AF_INET6, port)
        } catch {
            if let four { close(four) }
            throw error
        }
        let actual = port != 0 ? port : six.map(portOf) ?? 0
        var listeners: [Listener] = []
        if let four { listeners.append(Listener(descriptor: four, host: "127.0.0.1")) }
        if let six { listeners.append(Listener(descriptor: six, host: "[::1]")) }
        guard !listeners.isEmpty else { throw LoopbackError(.outOfResources, "this machine has no loopback address") }
        return LoopbackSockets(port: actual, listeners: listeners)
    }

    /// Opens a listening socket; `nil` without the address family. With `SO_REUSEADDR`, which on Linux never allows two
    /// listeners, a fixed port can be bound again right after a login.
    private static func bound(_ family: Int32, _ port: UInt16) throws(LoopbackError) -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else {
            if errno == EAFNOSUPPORT { return nil }
            throw LoopbackError(.outOfResources, "\(SystemCallError())")
        }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
        guard bindLoopback(descriptor, family, port) == 0, listen(descriptor, 16) == 0 else {
            let error = SystemCallError()
            close(descriptor)
            switch error.number {
            case EADDRNOTAVAIL: return nil
            case EADDRINUSE, EACCES: throw LoopbackError(.portUnavailable, "port \(port): \(error)")
            default: throw LoopbackError(.outOfResources, "\(error)")
            }
        }
        return descriptor
    }

    private static func bindLoopback(_ descriptor: Int32, _ family: Int32, _ port: UInt16) -> Int32 {
        func bound<Address>(to address: Address) -> Int32 {
            withUnsafeBytes(of: address) { bytes in
                bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
            }
        }
        if family == AF_INET {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return bound(to: address)
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return bound(to: address)
    }

    private static func portOf(_ descriptor: Int32) -> UInt16 { Endpoint(of: descriptor, getsockname)?.port ?? 0 }

    /// Releases the port, from any thread: it can be bound again when this returns. Closing the descriptors is not
    /// enough: while their thread waits in `poll`, the kernel continues to listen.
    func stopListening() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            for listener in listeners { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Closes the sockets; called by the thread that serves them.
    func closeAll() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            for listener in listeners { close(listener.descriptor) }
        }
    }
}

/// A failure to listen for a browser on the loopback interface.
package struct LoopbackError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The requested port is in use, or this machine does not have the address.
        case portUnavailable
        /// The path of the callback is not one without query, fragment, spaces and control bytes.
        case invalidPath
        /// The system has no socket or thread left.
        case outOfResources
    }

    package let code: Code
    /// Details: a port, or the system's description.
    package let detail: String

    package init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    package var description: String { "LoopbackError.\(code): \(detail)" }
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
