import CAuth0Curl
import LinuxSystemCalls

/// A multi handle of libcurl, which owns the connections of a transport.
final class MultiHandle {
    private let multi: UnsafeMutableRawPointer
    /// Retained until `deinit`: `curl_multi_cleanup` closes sockets through the poller.
    private let poller: Poller
    /// The time of libcurl's next timer in nanoseconds of the monotonic clock.
    private(set) var due: UInt64?

    init?(connectionsPerHost: Int, poller: Poller) {
        guard let multi = curl_multi_init() else { return nil }
        self.multi = multi
        self.poller = poller
        var callbacks = auth0_multi_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            socket: { easy, descriptor, action, context, _ in
                MultiHandle.from(context)?.watch(descriptor, action)
                // libcurl closes idle connections with a handle of its own, which has no context.
                if action == CURL_POLL_REMOVE, let handle = auth0_curl_context(easy) {
                    Callbacks.handle(handle).didStopWatching()
                }
                return 0
            },
            timer: { _, milliseconds, context in
                MultiHandle.from(context)?.setTimer(milliseconds)
                return 0
            })
        let cached = max(64, connectionsPerHost + 16)
        auth0_multi_set(multi, &callbacks, connectionsPerHost, cached)
    }

    deinit { withExtendedLifetime(poller) { _ = curl_multi_cleanup(multi) } }

    private static func from(_ context: UnsafeMutableRawPointer?) -> MultiHandle? {
        context.map { Unmanaged<MultiHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    func add(_ handle: Handle) -> Bool { curl_multi_add_handle(multi, handle.easy) == CURLM_OK }

    func remove(_ handle: Handle) { curl_multi_remove_handle(multi, handle.easy) }

    /// Calls libcurl for events on a socket; this may finish transfers.
    func act(on descriptor: Int32, _ events: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, descriptor, events, &running)
    }

    func actIfDue(at now: UInt64) {
        guard let due, due <= now else { return }
        self.due = nil
        act(on: CURL_SOCKET_TIMEOUT, 0)
    }

    func nextFinished() -> (handle: Handle, code: CURLcode)? {
        var code = CURLE_OK
        guard let easy = auth0_multi_next_done(multi, &code), let context = auth0_curl_context(easy) else { return nil }
        return (Callbacks.handle(context), code)
    }

    private func watch(_ descriptor: Int32, _ action: Int32) {
        poller.watch(
            descriptor,
            reading: action == CURL_POLL_IN || action == CURL_POLL_INOUT,
            writing: action == CURL_POLL_OUT || action == CURL_POLL_INOUT)
    }

    private func setTimer(_ milliseconds: Int) {
        switch milliseconds {
        case ..<0: due = nil
        case 0: due = 0
        default: due = MonotonicClock.now &+ UInt64(milliseconds) &* 1_000_000
        }
    }
}
