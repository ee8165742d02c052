import Foundation
import SecretServiceStore
import SecretStorage
import SecretStoreContract

/// A program that uses the keyring of its session bus, for the tests of the store.
///
/// `KeyringProgram TASK FOLDER`, where FOLDER has the locks, or is `beside-bus` for their usual place, and one of the
/// tasks:
///
/// - `contract`: checks every rule of the stores, and prints those that are broken.
/// - `write`, `read`, `remove`, `accounts`: calls the function with one name, and prints the result.
/// - `ask`, `ask-write`, `ask-remove`: calls the function, and asks the user to unlock the keyring for at most the
///   seconds of the variable `PROMPT`, 1 by default.
/// - `watch`: reads, prints whether the secret is current, waits for a line, and prints it again;
///   it is trusted for the seconds of the variable `REREAD`, 120 by default.
/// - `hold`: writes, takes the lock of a renewal, prints `held` and whether the secret that it reads is current, waits
///   for a line, and prints whether it is.
/// - `try`: prints `free` if the lock of a renewal is.
/// - `churn`: writes and removes 150 times, each time with the time limit of a program.
/// - `reads`: reads and lists as often, and prints each error once, or `kept` without one.
/// - `create`: stores a random secret if there is none, and prints the stored one.
/// - `threads`: reads eight times without a time limit, and prints the number of threads that connect to the bus.
///
/// An error is printed as its description. A call may take the seconds of the variable `LIMIT`, 60 by default: a
/// machine that runs other tests is slow. A program in which a step takes twice that long ends.
///
/// With the variable `CROWDED` it blocks all threads of the global queue before the task. With the variable `FREE`,
/// only that many descriptors are free.
@main
struct KeyringProgram {
    private static let name = SecretName(service: "tests", account: "john")

    static func main() {
        guard CommandLine.arguments.count == 3 else { exit(64) }
        alarm(120)
        let (folder, environment) = (CommandLine.arguments[2], ProcessInfo.processInfo.environment)
        if environment["CROWDED"] != nil {
            let end = DispatchSemaphore(value: 0)
            // More than the queue starts threads.
            for _ in 0..<600 { DispatchQueue.global().async { end.wait() } }
        }
        if let free = environment["FREE"].flatMap({ Int($0) }) { takeDescriptors(but: free) }
        do {
            try run(CommandLine.arguments[1], store("tests", folder))
        } catch { print(error) }
    }

    private static func store(_ application: String, _ folder: String, prompt: Duration? = nil) -> SecretServiceStore {
        let limit = ProcessInfo.processInfo.environment["LIMIT"].flatMap { Int($0) } ?? 60
        let rereading = ProcessInfo.processInfo.environment["REREAD"].flatMap { Int($0) } ?? 120
        return SecretServiceStore(
            application: application, timeout: .seconds(limit), promptTimeout: prompt,
            locks: folder == "beside-bus" ? nil : LockFolder(path: folder),
            rereading: .seconds(rereading))
    }

    private static func takeDescriptors(but free: Int) {
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var taken: [Int32] = []
        while case let number = dup(0), number >= 0 { taken.append(number) }
        for number in taken.suffix(free) { close(number) }
    }

    private static func run(_ task: String, _ store: SecretServiceStore) throws {
        switch task {
        case "contract": checkContract(CommandLine.arguments[2])
        case "write": try store.setText("a secret", named: name)
        case "read": print(try store.text(named: name) ?? "none")
        case "remove": print(try store.removeSecret(named: name))
        case "accounts": print(try store.accounts(ofService: "tests").joined(separator: " "))
        case "ask": print(try asking.text(named: name) ?? "none")
        case "ask-write":
            try asking.setText("a secret", named: name)
            print("stored")
        case "ask-remove": print(try asking.removeSecret(named: name))
        case "watch":
            let read = try store.storedSecret(named: name)
            for isLast in [false, true] {
                say("\(read?.isCurrent == true)")
                if !isLast { _ = readLine() }
            }
        case "hold":
            try store.setText("a secret", named: name)
            let lock = try store.renewalLock(of: name, until: .now)
            let read = try store.storedSecret(named: name)
            say("held \(read?.isCurrent == true)")
            _ = readLine()
            withExtendedLifetime(lock) { say("\(read?.isCurrent == true)") }
        case "try":
            do {
                _ = try store.renewalLock(of: name, until: .now)
                print("free")
            } catch let error as SecretStoreError where error.code == .lockTimeout {
                print("SecretStoreError.lockTimeout")
            }
        case "churn":
            for _ in 0..<150 {
                alarm(120)
                try store.setText("a secret", named: name)
                try store.removeSecret(named: name)
            }
        case "reads": reads(store)
        case "create":
            let created = try store.secret(named: name, orStore: SecretBytes(Array(UUID().uuidString.utf8)))
            print(created.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        case "threads":
            let impatient = SecretServiceStore(application: "tests", timeout: .zero)
            for _ in 0..<8 { print((try? impatient.text(named: name)) ?? "none") }
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap {
                try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            }
            print(threads.count { $0.hasPrefix("session-bus") })
        default: exit(64)
        }
    }

    private static func reads(_ store: SecretServiceStore) {
        var errors: Set<String> = []
        for _ in 0..<150 {
            alarm(120)
            do {
                _ = try store.text(named: name)
                _ = try store.accounts(ofService: "tests")
            } catch { errors.insert("\(error)") }
        }
        print(errors.isEmpty ? "kept" : errors.sorted().joined(separator: "\n"))
    }

    /// Prints a line at once, also to a pipe.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// The store that asks the user.
    private static var asking: SecretServiceStore {
        let patience = ProcessInfo.processInfo.environment["PROMPT"].flatMap { Int($0) } ?? 1
        return store("tests", CommandLine.arguments[2], prompt: .seconds(patience))
    }

    private static func checkContract(_ folder: String) {
        var broken: [String] = []
        for rule in SecretStoreRule.allCases {
            alarm(120)
            let store = store("rule \(rule)", folder)
            do { try rule.check(StorePair(store, store)) } catch { broken.append("\(rule): \(error)") }
        }
        for rule in SharedSecretStoreRule.allCases {
            alarm(120)
            let store = store("shared rule \(rule)", folder)
            do { try rule.check(StorePair(store, store)) } catch { broken.append("\(rule): \(error)") }
        }
        print(broken.isEmpty ? "kept" : broken.joined(separator: "\n"))
    }
}
