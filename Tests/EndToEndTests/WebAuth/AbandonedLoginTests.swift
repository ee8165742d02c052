import Auth0
import Foundation
import ProgramRunner
import Streams
import Synchronization
import TenantEmulator
import TestEvents
import Testing
import TransportDoubles

/// Cancelled logins, in a process of their own, whose environment names the browsers.
@Suite struct AbandonedLoginTests {
    @Test(arguments: ["browser", "private window", "custom scheme"])
    func `A15 a thousand abandoned logins leave no descriptor, port, file, process or thread`(kind: String) async {
        let folder = TemporaryFolder()
        await #expect(processExitsWith: .success) {
            [kind = kind as String, folder = folder.path as String] in
            setenv("XDG_RUNTIME_DIR", folder, 1)
            setenv("TEST_PROFILES", "\(folder)/profiles", 1)
            setenv("BROWSER", "/bin/true", 1)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            setenv("PATH", "\(Checkout.fixtures)/browsers/private:\(path)", 1)
            let tenant = try EmulatedTenant.start(.anyPort)
            let webAuth = Abandoned.webAuth(kind, tenant)
            // Resources that are created once, such as the transport's thread, exist after the first login.
            for _ in 0..<5 { await Abandoned.start(webAuth) }
            let before = await Remains.settled(in: folder) { $0.files == 0 && $0.ports == 1 }
            #expect(before.ports == 1, "only the tenant listens, but: \(before)")

            for _ in 0..<1000 { await Abandoned.start(webAuth) }

            let after = await Remains.settled(in: folder) { $0.isWithin(before) }
            #expect(after.isWithin(before), "\(before) → \(after)")
            #expect((kind == "private window") == FileManager.default.fileExists(atPath: "\(folder)/profiles"))
        }
        withExtendedLifetime(folder) {}
    }
}

/// Logins that no user completes.
private enum Abandoned {
    static func webAuth(_ kind: String, _ tenant: EmulatedTenant) -> any WebAuth {
        let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort
        return switch kind {
        case "private window": webAuth.useEphemeralSession()
        case "custom scheme": webAuth.provider(WebAuthentication.safariProvider(application: "com.example.demo"))
        default: webAuth
        }
    }

    /// Starts a login, and cancels it as soon as its page is about to open.
    static func start(_ webAuth: any WebAuth) async {
        let log = LogRecorder()
        async let result = called { (done: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) in
            let login = webAuth.using(logger: log).start(done)
            Task {
                _ = await log.next(1)
                login.cancel()
            }
        }
        let end = await result
        #expect(throws: WebAuthError.userCancelled) { try end.get() }
    }
}

/// The system resources of a process.
private struct Remains: CustomStringConvertible {
    let descriptors: Int
    let ports: Int
    let threads: Int
    let children: Int
    let files: Int

    /// Reads the current resources.
    init(in folder: String) {
        descriptors = SystemState.entries(of: "/proc/self/fd").count
        ports = Self.ports()
        let tasks = SystemState.entries(of: "/proc/self/task")
        threads = tasks.count
        children = tasks.reduce(0) { sum, task in
            let text = try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)
            return sum + (text ?? "").split(separator: " ").count
        }
        let profiles = ((try? String(contentsOfFile: "\(folder)/profiles", encoding: .utf8)) ?? "").split(
            separator: "\n")
        let sockets = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        files =
            profiles.count { FileManager.default.fileExists(atPath: String($0)) }
            + sockets.count { $0.hasSuffix(".socket") || $0.hasSuffix(".draft") }
    }

    /// Waits until a condition holds, at most a minute: the last threads may not have ended yet.
    ///
    /// - Returns: The resources that met it, or the last ones.
    static func settled(in folder: String, _ isEnough: @escaping @Sendable (Remains) -> Bool) async -> Remains {
        let last = Mutex(Remains(in: folder))
        _ = await SystemState.reaches {
            let now = Remains(in: folder)
            last.withLock { $0 = now }
            return now.children == 0 && isEnough(now)
        }
        return last.withLock { $0 }
    }

    /// Whether there are no additional resources. Queues keep some threads for a while, far fewer than the logins.
    func isWithin(_ before: Remains) -> Bool {
        descriptors <= before.descriptors && ports <= before.ports && children == 0 && files <= before.files
            && threads <= before.threads + 16
    }

    var description: String {
        "\(descriptors) descriptors, \(ports) ports, \(threads) threads, \(children) children, \(files) files"
    }

    /// The number of listening sockets of this process.
    private static func ports() -> Int {
        SystemState.entries(of: "/proc/self/fd").compactMap(Int32.init).count { descriptor in
            var isListening: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0 && isListening == 1
        }
    }
}
