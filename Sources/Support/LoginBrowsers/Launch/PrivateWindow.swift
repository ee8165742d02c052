import FoundationEssentials
import Glibc
package import HTTPMessages
import Synchronization
import LinuxSystemCalls

/// A private window of a known browser, with a profile that is thrown away: no session of the person's is used or kept.
///
/// The browser runs as long as its window is open, so closing the window is noticed. It ends with this process, too,
/// however that ends, and the profile goes with it.
package final class PrivateWindow: Sendable {
    /// A browser that can be given a profile.
    package struct Kind: Sendable, Hashable {
        /// The program.
        package let program: String
        /// Whether its options are those of Firefox; of Chromium otherwise.
        package let isFirefox: Bool

        /// Names a program.
        package init(program: String, isFirefox: Bool) { (self.program, self.isFirefox) = (program, isFirefox) }

        /// The browsers that are looked for, in this order.
        package static let known: [Kind] =
            [
                "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge",
                "brave-browser",
            ]
            .map { Kind(program: $0, isFirefox: false) }
            + ["firefox", "firefox-esr", "librewolf"].map { Kind(program: $0, isFirefox: true) }

        func words(opening address: HTTPURL, profile: String, extra: [String]) -> [String] {
            if isFirefox {
                return [program, "--no-remote", "--new-instance", "--profile", profile] + extra
                    + ["--private-window", address.string]
            }
            return [
                program, "--user-data-dir=\(profile)", "--no-first-run", "--no-default-browser-check", "--incognito",
            ]
                + extra + ["--new-window", address.string]
        }
    }

    private struct State {
        var child: ChildProgram?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let gone = Wakeup()

    /// How long closing may take, in milliseconds.
    private static let patience: Int32 = 3000

    /// Makes a window that is not open yet.
    package init() {}

    /// Opens an address in the first of `kinds` that is installed.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - kinds: Which browsers to look for.
    ///   - extra: More options for the browser.
    ///   - closed: Called once, on another thread, when the window is closed and its profile removed; with a failure when the
    ///     browser ended by itself because something is wrong, such as the want of a display.
    /// - Throws: ``UserAgentError/Code/notFound`` when none is installed.
    package func open(
        _ address: HTTPURL, in kinds: [Kind] = Kind.known, options extra: [String] = [],
        closed: @escaping @Sendable (UserAgentError?) -> Void
    ) throws(UserAgentError) {
        let profile = try Self.makeProfile()
        let profileGuard = ProfileGuard(of: profile)
        let tidyUp = { @Sendable in
            Self.remove(profile)
            profileGuard?.dismiss()
        }
        for kind in kinds {
            do throws(UserAgentError) {
                let words = kind.words(opening: address, profile: profile, extra: extra)
                let started = try ChildProgram.start(words, leavesNobody: true) { [gone] status in
                    tidyUp()
                    gone?.ring()
                    closed(Self.failure(of: kind, status))
                }
                let isClosed = state.withLock { state in
                    state.child = started
                    return state.isClosed
                }
                profileGuard?.watch(started)
                // A browser may have been there and back before it was known here.
                if isClosed { started.stop() }
                return
            } catch {
                guard error.code == .notFound else {
                    tidyUp()
                    throw error
                }
            }
        }
        tidyUp()
        throw UserAgentError(.notFound, "no browser with private windows: install chromium or firefox")
    }

    /// Closes the window, and waits until its profile is removed, for some seconds at most: a program that ends after its
    /// login must not leave a session behind. A browser that does not end when it is asked to is made to. `closed` is
    /// called when it is gone.
    package func close() {
        let child = state.withLock { state in
            state.isClosed = true
            return state.child
        }
        guard let child else { return }
        child.stop()
        guard !isGone(within: Self.patience) else { return }
        child.stop(by: SIGKILL)
        _ = isGone(within: Self.patience)
    }

    private func isGone(within milliseconds: Int32) -> Bool {
        gone?.isRung(within: milliseconds) ?? false
    }

    /// A person who closes a window, or a signal that ends its browser, is no failure.
    private static func failure(of kind: Kind, _ status: Int32?) -> UserAgentError? {
        guard let status, (1..<128).contains(status) else { return nil }
        return UserAgentError(.failed, "\(kind.program) ended with status \(status); it needs a display")
    }

    /// A folder that only this user can look into.
    private static func makeProfile() throws(UserAgentError) -> String {
        var template = Array("/tmp/auth0-login-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw UserAgentError(.outOfResources, "a profile: \(SystemCallError())")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
