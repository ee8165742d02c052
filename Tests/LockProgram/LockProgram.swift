import Foundation
import Glibc
import PostgresDatabases
import PostgresStore
import SecretStorage

/// A program that holds a lock of a database, for tests that stop it, kill it, or cut its cable.
///
/// `LockProgram DATABASE ADDRESS FOLDER [NAMESPACE]`, with the text of a `TestDatabase`, and the path of a network
/// namespace that is its machine. It writes the file `held` to the folder when it has the lock, then `lost` with the
/// time of `CLOCK_MONOTONIC` when it has not, and `back` when it has it again; it ends when it is killed. With the
/// variable `LIMIT`, that is the time limit of its calls in seconds, and it prints the error of a lock that it did not
/// get.
@main
struct LockProgram {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count >= 4 else { exit(64) }
        alarm(240)
        if words.count > 4 { try enter(words[4]) }
        let database = try TestDatabase(text: words[1])
        let server = PostgresServer(
            host: words[2], port: database.port, database: database.name, user: "owner",
            password: SecretBytes(PostgresProgram.password.utf8), security: .insecurePlaintext)
        let limit = ProcessInfo.processInfo.environment["LIMIT"].flatMap { Int($0) }
        let store = PostgresStore(
            server: server, keys: try SealingKeyRing(current: "a", keys: ["a": TestDatabase.key]),
            timeout: .seconds(limit ?? 10))
        let name = SecretName(service: "app", account: "john")
        let lock: any RenewalLock
        do {
            lock = try store.renewalLock(of: name, until: .now + .seconds(limit ?? 60))
        } catch {
            print(error)
            exit(1)
        }
        for (event, isHeld) in [("held", true), ("lost", false), ("back", true), ("over", false)] {
            while lock.isHeld != isHeld { poll(nil, 0, 2) }
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            let text = "\(time.tv_sec * 1_000_000_000 + time.tv_nsec)"
            try text.write(toFile: words[3] + "/" + event, atomically: true, encoding: .utf8)
        }
    }

    /// Makes this thread, and the threads that it starts, those of another machine.
    private static func enter(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        // Glibc declares it only for GNU's dialect of C; the number is `CLONE_NEWNET`.
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let setns = dlsym(nil, "setns").map({ unsafeBitCast($0, to: Function.self) }),
            setns(descriptor, 0x4000_0000) == 0
        else { exit(71) }
    }
}
