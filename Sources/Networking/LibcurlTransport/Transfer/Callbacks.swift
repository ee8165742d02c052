import CAuth0Curl
import HTTPMessages
import LinuxCLibrary

/// The callbacks of an easy handle; libcurl calls them on the loop's thread.
enum Callbacks {
    /// Sets the callbacks and all options of a new handle that do not depend on the request.
    static func install(on handle: Handle, _ settings: Settings, _ errorText: UnsafeMutablePointer<CChar>) -> Bool {
        var callbacks = auth0_curl_callbacks(
            context: Unmanaged.passUnretained(handle).toOpaque(),
            header: { bytes, _, count, context in
                Callbacks.handle(context).didReceive(header: UnsafeRawBufferPointer(start: bytes, count: count))
            },
            body: { bytes, _, count, context in
                Callbacks.handle(context).didReceive(body: UnsafeRawBufferPointer(start: bytes, count: count))
            },
            ready: { context, _, _, _, _ in
                Callbacks.handle(context).isReady() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            },
            resolving: { _, _, context in Callbacks.handle(context).mayResolve() ? 0 : 1 },
            open_socket: { context, _, address in Callbacks.handle(context).openSocket(address) },
            socket_context: Unmanaged.passUnretained(handle.loop.poller).toOpaque(),
            close_socket: { context, descriptor in
                guard let context else { return close(descriptor) }
                return Unmanaged<Poller>.fromOpaque(context).takeUnretainedValue().close(socket: descriptor)
            },
            progress: nil)
        // libcurl reads the whole response of a proxy in one call, however long it is.
        if settings.hasProxy {
            callbacks.progress = { context, _, _, _, _ in Callbacks.handle(context).mayContinue ? 0 : 1 }
        }
        var raw = settings.raw
        return auth0_curl_set_constants(handle.easy, &raw, &callbacks, errorText) == CURLE_OK
    }

    static func handle(_ context: UnsafeMutableRawPointer?) -> Handle {
        guard let context else { preconditionFailure("libcurl lost the context it was given") }
        return Unmanaged<Handle>.fromOpaque(context).takeUnretainedValue()
    }
}

extension Handle {
    fileprivate func didReceive(header line: UnsafeRawBufferPointer) -> Int {
        guard response.receive(headerLine: line) else { return 0 }
        // Not in the callback of the body, which may be empty.
        if response.bodyEndsWithConnection { observeConnectionEnd() }
        return line.count
    }

    fileprivate func didReceive(body bytes: UnsafeRawBufferPointer) -> Int {
        // Any value other than the count aborts the transfer; 0 would be the count of an empty part.
        return response.receive(body: bytes) ? bytes.count : bytes.count &+ 1
    }

    /// Returns whether the request may be sent on a connection that is ready, for the first time or again.
    ///
    /// libcurl retries a request when a reused connection is lost without a response. The server may have acted on it,
    /// so a request that is not idempotent fails here, unless no part of it was sent.
    fileprivate func isReady() -> Bool {
        loop.didConnect(self)
        defer { attempts += 1 }
        return transfer != nil && maySend
    }

    /// Whether the transfer is neither cancelled nor late; always once the response has begun: its size is limited, and
    /// it counts when it is complete. A name resolution continues without the transfer.
    fileprivate var mayContinue: Bool {
        response.status != nil || resolving != nil || transfer?.isCancelled != true && !isLate
    }

    fileprivate func mayResolve() -> Bool {
        guard maySend else { return false }
        isDeferred = !loop.mayResolve(self)
        return !isDeferred
    }

    /// Opens a socket, unless the transfer has ended: its name is in libcurl's cache now.
    fileprivate func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        loop.didResolve(self)
        hasOpenedSocket = true
        guard let address, transfer != nil else { return -1 }
        return loop.poller.open(
            family: address.pointee.family, type: address.pointee.socktype, protocol: address.pointee.protocol)
    }
}
