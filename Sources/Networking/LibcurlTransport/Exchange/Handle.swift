import CAuth0Curl
import Glibc
import HTTPMessages

/// An easy handle of libcurl with what it needs to carry one transfer after another.
///
/// Whatever is the same for all requests is set once, when the handle is made. A handle that has seen a failure is not
/// used again.
final class Handle {
    let easy: UnsafeMutableRawPointer
    unowned let loop: Loop

    /// What it carries.
    private(set) var transfer: Transfer?
    /// What has come back.
    var response: ResponseBuilder
    /// The lane it is in, while it is.
    private(set) var lane: MultiHandle.Rule = .shared
    /// How often a connection was ready for the request.
    var attempts = 0
    /// Whether this handle started the resolution that its origin waits for.
    var isResolving = false
    /// Whether it was sent back to wait because enough names are being resolved.
    var isDeferred = false

    private let errorText: UnsafeMutablePointer<CChar>
    private var fields = FieldList()
    private var scheme: (isSecure: Bool, lane: MultiHandle.Rule)?
    private var method: (HTTPMethod, hasBody: Bool)?

    init?(_ settings: Settings, loop: Loop) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.loop = loop
        response = ResponseBuilder(limits: settings.limits)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard Callbacks.install(on: self, settings, errorText) else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        errorText.deallocate()
    }

    /// Whether bytes of the request may have left.
    var mayHaveSent: Bool { attempts > 0 && auth0_curl_request_size(easy) > 0 }

    /// libcurl's own words about a failure; they may name hosts and paths, so they are read and never shown.
    var errorMessage: String { String(cString: errorText) }
    /// Whether libcurl has said anything about a failure.
    var hasErrorMessage: Bool { errorText[0] != 0 }

    /// Takes on a transfer.
    ///
    /// - Returns: Whether libcurl took every setting.
    func prepare(_ transfer: Transfer, lane: MultiHandle.Rule) -> Bool {
        let request = transfer.request
        self.transfer = transfer
        self.lane = lane
        (attempts, isResolving, isDeferred) = (0, false, false)
        errorText[0] = 0
        response.begin(isHead: request.method == .head)
        return set(scheme: request.url.isSecure, lane) && set(request.method, body: request.body)
            && auth0_curl_set_fields(easy, fields.build(for: request)) == CURLE_OK
            && request.url.string.withCString { auth0_curl_set_url(easy, $0) == CURLE_OK }
    }

    /// Lets go of the transfer.
    func release() { transfer = nil }

    private func set(scheme isSecure: Bool, _ lane: MultiHandle.Rule) -> Bool {
        if let scheme, scheme == (isSecure, lane) { return true }
        scheme = (isSecure, lane)
        return auth0_curl_set_scheme(easy, isSecure ? 1 : 0, lane == .shared ? 1 : 0) == CURLE_OK
    }

    private func set(_ method: HTTPMethod, body: [UInt8]) -> Bool {
        let hasBody = !body.isEmpty || method == .post || method == .put || method == .patch
        if hasBody {
            // An array's storage neither moves nor goes while somebody holds the array unchanged: the transfer does.
            guard body.withUnsafeBytes({ auth0_curl_set_body(easy, $0.baseAddress, $0.count) }) == CURLE_OK
            else { return false }
        }
        if let current = self.method, current == (method, hasBody) { return true }
        self.method = (method, hasBody)
        let isHead = method == .head
        if method == (hasBody ? .post : .get) || isHead {
            return auth0_curl_set_method(easy, nil, hasBody ? 1 : 0, isHead ? 1 : 0) == CURLE_OK
        }
        return method.rawValue.withCString { auth0_curl_set_method(easy, $0, hasBody ? 1 : 0, 0) == CURLE_OK }
    }
}
