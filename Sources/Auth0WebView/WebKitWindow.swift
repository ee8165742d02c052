import Auth0
import CAuth0WebKitGTK
import FoundationEssentials
import LoginBrowsers

/// A window with the login page; made, used and destroyed on the thread of the main loop.
final class WebKitWindow {
    private let toolkit: Toolkit
    private let page: WebAuthWindowProvider.Page
    private let address: String
    /// The folders of the session; `nil` keeps nothing.
    private let folders: SessionFolders?
    private let ended: WebAuthProviderCallback
    private var window: OpaquePointer?
    private var view: OpaquePointer?
    /// Whether the page's first request, the only one with the headers, is in progress.
    private var isFirstRequest = true
    /// Whether the end of this window has been reported.
    private var isOver = false
    private var calls: auth0_webkit { toolkit.calls }

    init(
        _ page: WebAuthWindowProvider.Page, keptIn folders: SessionFolders?, _ toolkit: Toolkit,
        ended: @escaping WebAuthProviderCallback
    ) {
        (self.page, self.folders, self.toolkit, self.ended) = (page, folders, toolkit, ended)
        address = page.url.absoluteString
    }

    /// Shows the page. The signal handlers of the view retain this object until the view is released.
    func open() {
        guard let session = folders.map({ toolkit.session(in: $0) }) ?? toolkit.ephemeralSession(),
            let view = calls.webkit_web_view_new_with_context(session), let window = calls.gtk_window_new(0)
        else { return fail(UserAgentError(.outOfResources, "WebKit created no window")) }
        if folders == nil { calls.g_object_unref(UnsafeMutableRawPointer(session)) }
        (self.view, self.window) = (view, window)
        auth0_webkit_connect(calls, view, window, Self.signals, Unmanaged.passRetained(self).toOpaque())
        calls.gtk_window_set_title(window, PageAddress.title(address))
        calls.gtk_window_set_default_size(window, 480, 720)
        calls.gtk_container_add(window, view)
        load()
        calls.gtk_widget_show_all(window)
        calls.gtk_window_present(window)
    }

    private func load() {
        guard let request = calls.webkit_uri_request_new(address) else { return }
        if let headers = calls.webkit_uri_request_get_http_headers(request) {
            for (name, value) in page.headers { calls.soup_message_headers_replace(headers, name, value) }
        }
        calls.webkit_web_view_load_request(view, request)
        calls.g_object_unref(UnsafeMutableRawPointer(request))
    }

    /// Destroys the window.
    func close() {
        isOver = true
        dismiss()
    }

    private func dismiss() {
        if let window { calls.gtk_widget_destroy(window) }
    }

    private func end(_ error: WebAuthError) {
        guard !isOver else { return }
        isOver = true
        ended(.failure(error))
    }

    private func fail(_ error: UserAgentError) { end(.browserUnavailable.because(of: error)) }

    private func decide(_ decision: OpaquePointer, kind: UInt32) -> Bool {
        // 2 is a response: content that cannot be shown is not saved either.
        guard kind != 2 else {
            guard calls.webkit_response_policy_decision_is_mime_type_supported(decision) == 0 else { return false }
            calls.webkit_policy_decision_ignore(decision)
            return true
        }
        guard let action = calls.webkit_navigation_policy_decision_get_navigation_action(decision),
            let address = calls.webkit_uri_request_get_uri(calls.webkit_navigation_action_get_request(action))
        else { return false }
        let isRedirect = calls.webkit_navigation_action_is_redirect(action) != 0
        // 1 is a new window.
        let isElsewhere = kind == 1
        let isWanted = !isElsewhere || calls.webkit_navigation_action_is_user_gesture(action) != 0
        switch policy(for: String(cString: address), isRedirect: isRedirect, isElsewhere: isElsewhere) {
        case .go: return false
        case .stay: break
        case .load(let address): if isWanted { calls.webkit_web_view_load_uri(view, address) }
        }
        calls.webkit_policy_decision_ignore(decision)
        return true
    }

    private enum NavigationPolicy { case go, stay, load(String) }

    private func policy(for address: String, isRedirect: Bool, isElsewhere: Bool) -> NavigationPolicy {
        if let url = URL(string: address), WebAuthentication.resume(with: url) { return .stay }
        guard PageAddress.isAllowed(address) else { return .stay }
        // WebKit would send the headers to the target of the first redirect, too.
        let hasHeaders = isRedirect && isFirstRequest && !page.headers.isEmpty
        if isRedirect || address != self.address { isFirstRequest = false }
        return isElsewhere || hasHeaders ? .load(address) : .go
    }
}

extension WebKitWindow {
    private static func of(_ pointer: UnsafeMutableRawPointer?) -> WebKitWindow? {
        pointer.map { Unmanaged<WebKitWindow>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let signals = auth0_webkit_signals(
        decide_policy: { _, decision, kind, pointer in
            guard let window = WebKitWindow.of(pointer), let decision else { return 0 }
            return window.decide(decision, kind: kind) ? 1 : 0
        },
        load_failed: { _, _, _, error, pointer in
            guard let window = WebKitWindow.of(pointer), let error = error?.pointee else { return 0 }
            window.failed(error)
            return 1
        },
        certificate_failed: { _, address, _, flags, pointer in
            let host = PageAddress.title(address.map { String(cString: $0) } ?? "")
            let reason = CertificateProblem.names(of: flags).joined(separator: ", ")
            WebKitWindow.of(pointer)?.fail(UserAgentError(.untrusted, "the certificate of \(host): \(reason)"))
            return 1
        },
        process_ended: { _, _, pointer in
            WebKitWindow.of(pointer)?.fail(UserAgentError(.failed, "the process of the login page has ended"))
        },
        address_changed: { view, _, pointer in
            guard let window = WebKitWindow.of(pointer), let own = window.window,
                let address = window.calls.webkit_web_view_get_uri(view)
            else { return }
            window.calls.gtk_window_set_title(own, PageAddress.title(String(cString: address)))
        },
        closed_by_page: { _, pointer in WebKitWindow.of(pointer)?.dismiss() },
        destroyed: { _, pointer in
            guard let window = WebKitWindow.of(pointer) else { return }
            (window.window, window.view) = (nil, nil)
            window.end(.userCancelled)
        },
        released: { pointer, _ in
            if let pointer { Unmanaged<WebKitWindow>.fromOpaque(pointer).release() }
        })

    private func failed(_ error: auth0_g_error) {
        let domain = calls.g_quark_to_string(error.domain).map { String(cString: $0) } ?? ""
        // A load that another load replaced, or that was refused, is no failure of the login.
        if domain == "WebKitPolicyError" || domain == "WebKitNetworkError" && error.code == 302 { return }
        let message = error.message.map { String(cString: $0) } ?? ""
        fail(UserAgentError(.failed, "the login page could not be loaded: \(message)"))
    }
}

/// The rules for the addresses that a login window may load.
///
/// Pages are encrypted, except on this machine. URLs of files, scripts and data, and schemes that start programs, are
/// refused.
enum PageAddress {
    /// Returns whether a window may load an address.
    static func isAllowed(_ address: String) -> Bool {
        if address == "about:blank" || address == "about:srcdoc" { return true }
        guard let url = URL(string: address), let host = url.host, !host.isEmpty else { return false }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host)
        default: return false
        }
    }

    /// The window title for an address: its host.
    static func title(_ address: String) -> String { URL(string: address)?.host ?? "" }
}

/// The problems of a certificate, in the order of GIO's flags.
///
/// - SeeAlso: [GTlsCertificateFlags](https://docs.gtk.org/gio/flags.TlsCertificateFlags.html)
enum CertificateProblem {
    private static let all = [
        "the authority is not known", "it is for another name", "it is not valid yet", "it has expired",
        "it was revoked", "its algorithm is insecure", "it could not be checked",
    ]

    /// The problems behind a set of bits.
    static func names(of flags: UInt32) -> [String] {
        all.enumerated().filter { flags & (1 << $0.offset) != 0 }.map(\.element)
    }
}
