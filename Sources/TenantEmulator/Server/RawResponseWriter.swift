import LinuxCLibrary

/// A writer of bytes to a connection's socket that bypasses libmicrohttpd.
final class RawResponseWriter: Sendable {
    private static let patience = Duration.milliseconds(2)

    private let descriptor: Int32

    /// Duplicates a descriptor, so that the server cannot close it meanwhile; `nil` if that fails.
    init?(copying descriptor: Int32) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard self.descriptor >= 0 else { return nil }
    }

    /// Sends a response; returns early if the client has closed the connection.
    func send(_ response: EmulatedTenant.RawResponse) async throws {
        guard try await send(response.head[...]) else { return }
        guard response.pace > .zero else {
            _ = try await send(response.rest[...])
            return
        }
        for byte in response.rest {
            try await Task.sleep(for: response.pace)
            guard try await send([byte]) else { return }
        }
    }

    /// Sends bytes; `false` if the client has closed the connection.
    private func send(_ bytes: ArraySlice<UInt8>) async throws -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                LinuxCLibrary.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EINTR {
                try await Task.sleep(for: Self.patience)
            } else {
                return false
            }
        }
        return true
    }

    deinit { close(descriptor) }
}
