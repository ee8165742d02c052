import Auth0
import Foundation
import Glibc
import HTTPMessages
import LibcurlTransport
import LinuxSystemCalls
import PostgresDatabases
import SecretServiceStore
import SecretStorage

/// A program that uses the credentials in a folder, a database or a keyring, as one of several processes.
///
/// `RenewalProgram DOMAIN CLIENT-ID FOLDER TASK NUMBER NUMBER`, with the text of a `TestDatabase` in place of the
/// folder for a database, `keyring:FOLDER` for the keyring of the session bus with its locks in a folder, and one of
/// the tasks:
///
/// - `login 0 0`: logs John of the standard seed in, and stores his credentials.
/// - `logout 0 0`: removes them.
/// - `together TASKS 0`: gets credentials in a number of tasks at once; exits with 0 if all got the same, with 1 after
///   an error.
/// - `twice 0 0`: gets credentials, prints `ready`, waits for a line, and gets them again; exits with 1 after an error.
/// - `expiries TASKS COUNT`: gets credentials in a number of tasks until each has seen a number of access tokens.
/// - `killed-by-answer IS-FORCED 0`: gets credentials, or renews them for a number other than 0, and kills itself when
///   the answer has arrived, before the SDK has seen it.
/// - `killed-during MICROSECONDS 0`: renews once, and kills itself that long after the request was begun; exits with 0
///   if it has the answer before. The next process of the database finds the mark of a holder that has ended.
/// - `killed-after MICROSECONDS 0`: renews again and again, and kills itself after a time.
/// - `save-killed STEP 0`, `remove-killed STEP 0`, `renew-killed STEP 0`: stores credentials, removes them, or renews
///   them, and kills itself before a call that changes files; exits with 0 if there is none with this number.
/// - `full-disk 0 0`: renews while the disk is full when the answer arrives, and exits with 0 if the tokens are stored
///   as soon as there is room, for another manager.
/// - `renew 0 0`: renews once.
/// - `safari 0 0`: begins a login with the browser and the scheme of the program, and cancels it when a line arrives;
///   exits with 0 if it was cancelled then.
/// - `canaries 0 0`: makes the calls of a login's whole life with the storage of the user, logs and prints everything,
///   and writes the secrets of the run to FOLDER, which is a file's path then.
@main
struct RenewalProgram {
    static func main() async throws {
        // Under libfaketime, `CommandLine.arguments` is empty.
        let inherited = ProcessInfo.processInfo.environment["RENEWAL_ARGUMENTS"]
        let words = inherited?.components(separatedBy: "\n") ?? CommandLine.arguments
        guard words.count == 7, let first = Int(words[5]), let second = Int(words[6]) else { exit(64) }
        if words[4] == "canaries" {
            return try await CanaryRun(domain: words[1], clientID: words[2], canaryFile: words[3]).walk()
        }
        if words[4] == "safari" {
            let login = Auth0.webAuth(clientId: words[2], domain: words[1])
                .provider(WebAuthentication.safariProvider())
            let cancels = BackgroundThread.start(named: "canceller") {
                _ = readLine()
                WebAuthentication.cancel()
            }
            guard cancels, case .failure(let error) = await login.result() else { exit(71) }
            print(error)
            exit(error == .userCancelled ? 0 : 1)
        }
        let session: any Transport =
            switch words[4] {
            case "killed-by-answer": KillingTransport(delay: nil)
            case "killed-during": KillingTransport(delay: UInt32(first))
            default: CurlTransport.standard
            }
        let authentication = Auth0.authentication(clientId: words[2], domain: words[1], session: session)
        let manager = CredentialsManager(
            authentication: authentication, store: try store(words[3]), service: "tests")
        switch words[4] {
        case "together": await together(manager, first)
        case "twice":
            _ = try await manager.credentials()
            FileHandle.standardOutput.write(Data("ready\n".utf8))
            _ = readLine()
            await together(manager, 1)
        case "expiries": try await see(second, manager, first)
        case "login": try await manager.save(try await logIn(authentication))
        case "logout": exit(manager.clear() ? 0 : 1)
        case "renew": _ = try await manager.renew()
        case "save-killed":
            FileCalls.endProcess(before: first)
            try await manager.save(Credentials(accessToken: "NEW", expiresIn: .distantFuture))
        case "remove-killed":
            FileCalls.endProcess(before: first)
            try await manager.remove()
        case "renew-killed":
            FileCalls.endProcess(before: first)
            _ = try await manager.renew()
        case "full-disk":
            exit(try await FullDisk(domain: words[1], clientID: words[2], folder: words[3]).renew() ? 0 : 1)
        case "killed-by-answer": _ = try await first == 0 ? manager.credentials() : manager.renew()
        case "killed-during": _ = try await manager.renew()
        case "killed-after":
            guard BackgroundThread.start(named: "killer", run: { endProcess(after: UInt32(first)) }) else { exit(71) }
            while true { _ = try await manager.renew() }
        default: exit(64)
        }
    }

    private static func logIn(_ client: any Authentication) async throws -> Credentials {
        try await client.login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", scope: "openid offline_access"
        ).start()
    }

    private static func store(_ description: String) throws -> any SecretStore {
        let keyring = "keyring:"
        if description.hasPrefix(keyring) {
            let locks = LockFolder(path: String(description.dropFirst(keyring.count)))
            // Changes are seen by the marks of the writers, not by reading again.
            return SecretServiceStore(
                application: "tests", timeout: .seconds(60), locks: locks, rereading: .seconds(3_600))
        }
        guard let database = try? TestDatabase(text: description) else { return FileStore(directory: description) }
        // As 32 processes together, within the connections that the server allows.
        return try database.store(connections: 2)
    }

    private static func together(_ manager: CredentialsManager, _ tasks: Int) async -> Never {
        do {
            exit(try await tokens(manager, tasks).count == 1 ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func tokens(_ manager: CredentialsManager, _ tasks: Int) async throws -> Set<String> {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<tasks { group.addTask { try await manager.credentials().accessToken } }
            return try await group.reduce(into: []) { $0.insert($1) }
        }
    }

    private static func see(_ count: Int, _ manager: CredentialsManager, _ tasks: Int) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<tasks {
                group.addTask {
                    var seen: Set<String> = []
                    while seen.count < count {
                        do {
                            seen.insert(try await manager.credentials().accessToken)
                        } catch let error as CredentialsManagerError where error.isRetryable && seen.isEmpty {
                            // A server that starts while its database is away gets an error at once, and tries again.
                        }
                        await pause(milliseconds: 20)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// Waits without load on the processors: this is the pace of a program, not the wait of a test for an event.
private func pause(milliseconds: Int32) async {
    _ = await pauses.result { poll(nil, 0, milliseconds) }
}

private let pauses = WorkerThreads(named: "pause", limit: 1_024)

private func endProcess(after microseconds: UInt32) {
    var time = timespec(tv_sec: Int(microseconds) / 1_000_000, tv_nsec: Int(microseconds) % 1_000_000 * 1_000)
    pselect(0, nil, nil, nil, &time, nil)
    kill(getpid(), SIGKILL)
}

/// A transport that kills the process when an answer arrives, or a time after a request.
private struct KillingTransport: Transport {
    /// The time after the request in microseconds; `nil` for the arrival of the answer.
    let delay: UInt32?

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        guard let delay else { return CurlTransport.standard.send(request) { _ in kill(getpid(), SIGKILL) } }
        guard BackgroundThread.start(named: "killer", run: { endProcess(after: delay) }) else { exit(71) }
        return CurlTransport.standard.send(request, completion: completion)
    }
}
