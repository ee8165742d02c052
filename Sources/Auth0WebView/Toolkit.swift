import Auth0
import CAuth0WebKitGTK
import LinuxCLibrary
import LinuxSystemCalls
import LoginBrowsers
import Synchronization

/// The functions of GTK and WebKit, which only the thread of the main loop may call.
///
/// `@unchecked` because C pointers are not `Sendable`; only that thread uses them.
final class Toolkit: @unchecked Sendable {  // what is not constant belongs to the thread of the main loop
    /// A closure that receives the toolkit, or the reason why it is unavailable, on the thread of the main loop.
    typealias Work = @Sendable (Result<Toolkit, UserAgentError>) -> Void

    let calls: auth0_webkit
    /// The persistent sessions by folder: one each, since two would write to the same files.
    private var sessions: [String: OpaquePointer] = [:]

    private init(_ calls: auth0_webkit) { self.calls = calls }

    fileprivate static let ofProcess: Result<Toolkit, UserAgentError> = {
        do throws(UserAgentError) { try UserAgentError.refusePrivileges() } catch { return .failure(error) }
        guard auth0_webkit_is_excluded() == 0 else {
            return .failure(UserAgentError(.notFound, "a login window needs GTK 3, and this program has loaded GTK 4"))
        }
        var calls = auth0_webkit()
        guard let missing = auth0_webkit_load(&calls) else { return .success(Toolkit(calls)) }
        let name = String(cString: missing)
        return .failure(UserAgentError(.notFound, "\(name) is not here: install libwebkit2gtk-4.1-0"))
    }()

    /// Runs a closure on the thread of a main loop.
    static func perform(on loop: WebAuthentication.WebViewLoop, _ work: @escaping Work) {
        switch ofProcess {
        case .failure(let error): work(.failure(error))
        case .success(let toolkit):
            guard loop.isOfProgram else { return ToolkitThread.ofProcess.perform(toolkit, work) }
            toolkit.perform { work(.success(toolkit)) }
        }
    }

    /// Runs a closure on the thread of the main loop when the loop is idle.
    fileprivate func perform(_ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(work: work))
        _ = calls.g_idle_add(
            { pointer in
                if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work() }
                return 0
            }, box.toOpaque())
    }

    private final class Box {
        let work: @Sendable () -> Void

        init(work: @escaping @Sendable () -> Void) { self.work = work }
    }

    /// Returns a session that keeps no data; the caller releases it.
    func ephemeralSession() -> OpaquePointer? { auth0_webkit_session(calls, nil, nil) }

    /// Returns the persistent session of these folders, with its cookies.
    func session(in folders: SessionFolders) -> OpaquePointer? {
        if let session = sessions[folders.data] { return session }
        guard let session = auth0_webkit_session(calls, folders.data, folders.cache) else { return nil }
        sessions[folders.data] = session
        // 1 is SQLite.
        calls.webkit_cookie_manager_set_persistent_storage(
            calls.webkit_web_context_get_cookie_manager(session), folders.data + "/cookies.sqlite", 1)
        return session
    }
}

/// The thread of the SDK's main loop. It starts with the first window and never ends: GTK cannot move to another
/// thread.
private final class ToolkitThread: Sendable {
    static let ofProcess = ToolkitThread()

    private enum State {
        case notStarted
        case starting([Toolkit.Work])
        case ready
        case failed(UserAgentError)
    }

    private let state = Mutex(State.notStarted)

    func perform(_ toolkit: Toolkit, _ work: @escaping Toolkit.Work) {
        let earlier = state.withLock { state in
            defer {
                switch state {
                case .notStarted: state = .starting([work])
                case .starting(let waiting): state = .starting(waiting + [work])
                case .ready, .failed: break
                }
            }
            return state
        }
        switch earlier {
        case .starting: break
        case .ready: toolkit.perform { work(.success(toolkit)) }
        case .failed(let error): work(.failure(error))
        case .notStarted:
            let isStarted = BackgroundThread.start(named: "auth0-webview", stack: 8 << 20) { [self] in run(toolkit) }
            if !isStarted { finish(.failure(UserAgentError(.outOfResources, "the system cannot create a thread"))) }
        }
    }

    private func run(_ toolkit: Toolkit) {
        Self.allowSignals()
        // The program chooses the locale.
        toolkit.calls.gtk_disable_setlocale()
        guard toolkit.calls.gtk_init_check(nil, nil) != 0 else {
            return finish(
                .failure(UserAgentError(.notFound, "there is no display: DISPLAY or WAYLAND_DISPLAY leads to none")))
        }
        stopAtExit()
        finish(.success(toolkit))
        toolkit.calls.g_main_loop_run(toolkit.calls.g_main_loop_new(nil, 0))
    }

    private func finish(_ result: Result<Toolkit, UserAgentError>) {
        let waiting: [Toolkit.Work] = state.withLock { state in
            guard case .starting(let waiting) = state else { return [] }
            switch result {
            case .success: state = .ready
            case .failure(let error): state = .failed(error)
            }
            return waiting
        }
        for work in waiting { work(result) }
    }

    /// Stops this thread at exit, which destroys state that the libraries share with this thread.
    private func stopAtExit() {
        atexit {
            guard case .success(let toolkit) = Toolkit.ofProcess else { return }
            let isStopped = Wakeup()
            toolkit.perform {
                isStopped?.ring()
                while true { pause() }
            }
            _ = Wakeup.firstReadable(of: [isStopped?.descriptor ?? -1], within: 1_000)
        }
    }

    /// WebKit's processes inherit the blocked signals, and stop their threads by signals.
    private static func allowSignals() {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGPIPE)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
    }
}
