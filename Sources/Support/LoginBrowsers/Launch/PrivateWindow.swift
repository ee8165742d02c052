import FoundationEssentials
package import HTTPMessages
import LinuxCLibrary
import LinuxSystemCalls
import Synchronization

/// A private window of a known browser with a temporary profile: it neither uses nor keeps a session of the user.
///
/// The browser runs as long as its window is open, so the end of the browser means that the window was closed. The
/// browser also ends when this process ends for any reason, and the profile is removed.
package final class PrivateWindow: Sendable {
    /// A browser that takes its profile as an argument.
    package struct Kind: Sendable, Hashable {
        package let program: String
        /// Whether it has the options of Firefox; otherwise it has the options of Chromium.
        package let isFirefox: Bool

        /// Describes a browser.
        package init(program: String, isFirefox: Bool) { (self.program, self.isFirefox) = (program, isFirefox) }

        /// The known browsers, in order of preference.
        package static let known: [Kind] =
            [
                "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge",
                "brave-browser",
            ]
            .map { Kind(program: $0, isFirefox: false) }
            + ["firefox", "firefox-esr", "librewolf"].map { Kind(program: $0, isFirefox: true) }

        func words(opening address: HTTPURL, profile: String, extra: [String]) -> [String] {
            let options =
                isFirefox
                ? ["--no-remote", "--new-instance", "--profile", profile]
                : ["--user-data-dir=\(profile)", "--no-first-run", "--no-default-browser-check", "--incognito"]
            return [program] + options + extra + [isFirefox ? "--private-window" : "--new-window", address.string]
        }
    }

    private struct State {
        var child: ChildProgram?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let gone = Wakeup()
    private let snaps: [String]
    private let home: String?

    /// The time limit for the browser to end, in milliseconds.
    private static let patience: Int32 = 3000

    /// Creates a window that is not open yet, for a user with this home and a system with snaps in these folders.
    package init(
        snaps: [String] = ["/snap/bin", "/var/lib/snapd/snap/bin"], home: String? = UserFolders.ofUser.folder("HOME")
    ) {
        (self.snaps, self.home) = (snaps, home)
    }

    /// Opens an address in the first installed browser. `closed` is called once, on another thread, after the window
    /// was closed and its profile removed; with an error when the browser failed, for example without a display.
    ///
    /// - Throws: ``UserAgentError/Code/notFound`` when no browser is installed, ``UserAgentError/Code/privileged`` in a
    ///   set-user-ID program.
    package func open(
        _ address: HTTPURL, in kinds: [Kind] = Kind.known, options extra: [String] = [],
        closed: @escaping @Sendable (UserAgentError?) -> Void
    ) throws(UserAgentError) {
        try UserAgentError.refusePrivileges()
        for kind in kinds where ProgramSearch.path(of: kind.program) != nil {
            do throws(UserAgentError) {
                return try open(address, in: kind, options: extra, closed: closed)
            } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        throw UserAgentError(.notFound, "no browser with private windows: install chromium or firefox")
    }

    private func open(
        _ address: HTTPURL, in kind: Kind, options extra: [String],
        closed: @escaping @Sendable (UserAgentError?) -> Void
    ) throws(UserAgentError) {
        let profile = try Self.makeProfile(in: folder(for: kind))
        let profileGuard = ProfileGuard(of: profile)
        let tidyUp = { @Sendable in
            Self.remove(profile)
            profileGuard?.dismiss()
        }
        do throws(UserAgentError) {
            let words = kind.words(opening: address, profile: profile, extra: extra)
            let started = try ChildProgram.start(words, killsDescendants: true) { [gone] status in
                tidyUp()
                gone?.ring()
                closed(Self.failure(of: kind, status))
            }
            let isClosed = state.withLock { state in
                state.child = started
                return state.isClosed
            }
            profileGuard?.watch(started)
            // The window may have been closed before the browser was stored above.
            if isClosed { started.stop() }
        } catch {
            tidyUp()
            throw error
        }
    }

    /// Closes the window and waits, for a few seconds at most, until its profile is removed; kills a browser that
    /// ignores `SIGTERM`. `closed` is called at its end.
    package func close() {
        let child = state.withLock { state in
            state.isClosed = true
            return state.child
        }
        guard let child else { return }
        child.stop()
        guard gone?.isRung(within: Self.patience) != true else { return }
        child.stop(by: SIGKILL)
        _ = gone?.isRung(within: Self.patience)
    }

    /// The error of a browser's exit status; a window that the user closed, or a signal, is not a failure.
    private static func failure(of kind: Kind, _ status: Int32?) -> UserAgentError? {
        guard let status, (1..<128).contains(status) else { return nil }
        let needs = geteuid() == 0 && !kind.isFirefox ? "a display, and another user than root" : "a display"
        return UserAgentError(.failed, "\(kind.program) ended with status \(status); it needs \(needs)")
    }

    /// Returns the folder for the profile of a browser: a snap sees another `/tmp`, but its own folder in the home.
    private func folder(for kind: Kind) -> String {
        let program = kind.program.split(separator: "/").last ?? ""
        let snap = program == "chromium-browser" ? "chromium" : program
        guard let home, snaps.contains(where: { access("\($0)/\(snap)", X_OK) == 0 }) else { return "/tmp" }
        let folder = "\(home)/snap/\(snap)/common"
        // The folder of a snap that has never run does not exist.
        return access(folder, W_OK) == 0 ? folder : home
    }

    /// Creates a folder with mode 0700.
    private static func makeProfile(in folder: String) throws(UserAgentError) -> String {
        var template = Array("\(folder)/auth0-login-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw UserAgentError(.outOfResources, "a profile: \(SystemCallError())")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
