public import Auth0
import FoundationEssentials
import LoginBrowsers
import SecretStorage
import Synchronization

extension WebAuthentication {
    /// A window of WebKitGTK that shows the login page inside the program.
    ///
    /// ```swift
    /// import Auth0WebView
    ///
    /// Auth0.webAuth().provider(WebAuthentication.webViewProvider()).start { … }
    /// ```
    ///
    /// Prefer the user's own browser: it has their session, and shows them that the page is the tenant's.
    /// ([RFC 8252 §8.12](https://www.rfc-editor.org/rfc/rfc8252#section-8.12)).
    ///
    /// The window intercepts the authorization response before it is loaded, for any redirect URL. Closing the window
    /// is ``Auth0/WebAuthError/userCancelled``; a page that cannot be loaded, or whose certificate cannot be trusted,
    /// is ``Auth0/WebAuthError/browserUnavailable`` with the reason. The window loads `https` pages and pages of this
    /// machine only; it opens no other windows, files or programs, and saves nothing. Its title is the name of the
    /// host.
    ///
    /// The session is kept in `~/.local/share/<application>/login-window`, unless `useEphemeralSession()` is set.
    ///
    /// WebKit is loaded when the first window opens, and is not linked: on Debian it is the package
    /// `libwebkit2gtk-4.1-0`. The libraries, the thread of the loop ``WebViewLoop/own`` and the sessions that are kept
    /// belong to the process: all logins share them, and they stay until it ends.
    ///
    /// - Parameters:
    ///   - application: The ID of the application, such as `com.example.notes`, for its folder; the name of the
    ///     executable when `nil`.
    ///   - loop: The main loop that shows the window; ``WebViewLoop/own`` by default.
    /// - Returns: A provider for `WebAuth.provider(_:)`.
    public static func webViewProvider(
        application: String? = nil, loop: WebViewLoop = .own
    ) -> WebAuthWindowProvider {
        let application = ApplicationID.folderName(application ?? ApplicationID.default)
        return WebAuthWindowProvider { page, ended in
            WebViewAgent(page, application: application, loop: loop, ended: ended)
        }
    }

    /// Returns the provider of ``webViewProvider(application:loop:)``, whose parameters are the same; the style has no
    /// effect.
    public static func webViewProvider(
        style: PresentationStyle, application: String? = nil, loop: WebViewLoop = .own
    ) -> WebAuthWindowProvider {
        webViewProvider(application: application, loop: loop)
    }
}

/// The user agent of a login window; any thread may use it.
private final class WebViewAgent: WebAuthUserAgent, CustomStringConvertible {
    private let page: WebAuthWindowProvider.Page
    private let application: String
    private let loop: WebAuthentication.WebViewLoop
    private let ended: WebAuthProviderCallback
    private let window = WindowSlot()

    var description: String { "WebKitGTK" }

    init(
        _ page: WebAuthWindowProvider.Page, application: String, loop: WebAuthentication.WebViewLoop,
        ended: @escaping WebAuthProviderCallback
    ) {
        (self.page, self.application, self.loop, self.ended) = (page, application, loop, ended)
    }

    func start() {
        let folders: SessionFolders?
        do throws(UserAgentError) {
            folders = page.isEphemeral ? nil : try SessionFolders.make(for: application)
        } catch {
            return ended(.failure(.browserUnavailable.because(of: error)))
        }
        Toolkit.perform(on: loop) { [page, ended, window] result in
            switch result {
            case .success(let toolkit): window.open(WebKitWindow(page, keptIn: folders, toolkit, ended: ended))
            case .failure(let error): ended(.failure(.browserUnavailable.because(of: error)))
            }
        }
    }

    func finish(with result: WebAuthResult<Void>) {
        Toolkit.perform(on: loop) { [ended, window] _ in
            window.close()
            ended(result)
        }
    }
}

/// A reference to a window; only the thread of the main loop accesses it.
private final class WindowSlot: @unchecked Sendable {  // only the thread of the main loop looks into it
    private var window: WebKitWindow?
    private var isClosed = false

    func open(_ window: WebKitWindow) {
        guard !isClosed else { return }
        self.window = window
        window.open()
    }

    func close() {
        isClosed = true
        window?.close()
        window = nil
    }
}

extension WebAuthentication {
    /// The main loop of GTK that shows login windows: GTK can be used on one thread of a process only.
    public struct WebViewLoop: Sendable, Hashable {
        let isOfProgram: Bool

        /// The loop of the SDK, for programs without GTK.
        ///
        /// It runs on a separate thread, which starts with the first window and runs until the process ends.
        public static let own = WebViewLoop(isOfProgram: false)

        /// The loop of the program, for programs that use GTK 3 themselves.
        ///
        /// The program calls `gtk_init` and runs GLib's default main loop (`gtk_main`, `g_main_loop_run`) in code of
        /// the main actor, such as `main()`. Login windows are created, changed and destroyed only in that loop; no GTK
        /// function is called elsewhere. While the loop runs, the main actor runs nothing else, so await the login in a
        /// task of another executor, such as `Task.detached`.
        @MainActor public static var program: WebViewLoop { WebViewLoop(isOfProgram: true) }
    }
}
