import CAuth0Curl
import HTTPMessages
import LinuxCLibrary
import LinuxSystemCalls

/// An easy handle of libcurl for one transfer.
///
/// None is used twice: if the first field of a response is folded, libcurl 7.88 follows a pointer that the last
/// transfer of the handle has freed.
final class Handle {
    let easy: UnsafeMutableRawPointer
    unowned let loop: Loop
    let settings: Settings

    private(set) var transfer: Transfer?
    /// The response received so far; only the loop's thread accesses it, and accesses never overlap.
    @exclusivity(unchecked) var response: ResponseBuilder
    /// The number of times that a connection was ready for the request.
    var attempts = 0
    /// The origin whose name this handle resolves. libcurl then waits an hour longer than its time limit for
    /// connections, so that a resolution outlives its transfer.
    var resolving: Origin? { didSet { setTimeLimit(longerBy: resolving == nil ? 0 : 3_600_000) } }
    /// Whether a socket was opened. If the handle still resolves, then the name is for a SOCKS proxy, and nothing shows
    /// when the resolution ends.
    var hasOpenedSocket = false
    /// Whether the transfer returns to the queue of its origin, to wait for a name resolution.
    var isDeferred = false

    /// The TLS close of a response that is delimited by the end of the connection.
    private var connectionEnd: UnsafeMutablePointer<auth0_tls_end>?
    private let errorText: UnsafeMutablePointer<CChar>
    private let fields: FieldList

    init?(_ transfer: Transfer, _ settings: Settings, loop: Loop) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.transfer = transfer
        self.loop = loop
        self.settings = settings
        response = ResponseBuilder(limits: settings.limits, isHead: transfer.request.method == .head)
        fields = FieldList(transfer.request)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard Callbacks.install(on: self, settings, errorText) else { return nil }
    }

    deinit {
        release()
        curl_easy_cleanup(easy)
        errorText.deallocate()
    }

    /// Whether a part of the request may have been sent.
    var mayHaveSent: Bool { transfer?.state.wasSent == true || attempts > 0 && auth0_curl_request_size(easy) > 0 }
    /// Whether the request may be sent, for the first time or again.
    var maySend: Bool { !mayHaveSent || transfer?.request.method.isIdempotent == true }

    var isLate: Bool { transfer.map { $0.state.deadline <= MonotonicClock.now } ?? false }

    /// The error message of libcurl; it may contain hosts and paths and must not be shown.
    var errorMessage: String { String(cString: errorText) }
    var hasErrorMessage: Bool { errorText[0] != 0 }

    /// Sets the options for the request. Returns whether libcurl accepted every option.
    func prepare(_ request: TransportRequest) -> Bool {
        auth0_curl_set_scheme(easy, request.url.isSecure ? 1 : 0) == CURLE_OK
            && set(request.method, body: request.body)
            && auth0_curl_set_fields(easy, fields.nodes) == CURLE_OK
            && request.url.string.withCString { auth0_curl_set_url(easy, $0) == CURLE_OK }
    }

    /// Restores the usual time limit, which the addresses of a name share. After a resolution, libcurl stops watching
    /// the socket of its resolver before it connects.
    func didStopWatching() {
        if resolving != nil, transfer != nil { setTimeLimit(longerBy: 0) }
    }

    private func setTimeLimit(longerBy milliseconds: Int) {
        auth0_curl_set_connect_timeout(easy, settings.raw.connect_timeout_ms + milliseconds)
    }

    func release() {
        transfer = nil
        auth0_tls_end_release(connectionEnd)
        connectionEnd = nil
    }

    func observeConnectionEnd() {
        guard connectionEnd == nil, transfer?.request.url.isSecure == true else { return }
        connectionEnd = auth0_curl_observe_end(easy)
    }

    /// Whether the observed connection has ended without `close_notify` (RFC 8446 §6.1), as an attacker can cause.
    var isCutOff: Bool { connectionEnd.map { $0.pointee.is_closed == 0 } ?? false }

    private func set(_ method: TransportMethod, body: [UInt8]) -> Bool {
        let hasBody = !body.isEmpty || method == .post || method == .put || method == .patch
        if hasBody {
            // The storage stays valid while the array is retained and unchanged; the transfer retains it.
            guard body.withUnsafeBytes({ auth0_curl_set_body(easy, $0.baseAddress, $0.count) }) == CURLE_OK
            else { return false }
        }
        let isHead = method == .head
        if method == (hasBody ? .post : .get) || isHead {
            return auth0_curl_set_method(easy, nil, hasBody ? 1 : 0, isHead ? 1 : 0) == CURLE_OK
        }
        return method.rawValue.withCString { auth0_curl_set_method(easy, $0, hasBody ? 1 : 0, 0) == CURLE_OK }
    }
}
