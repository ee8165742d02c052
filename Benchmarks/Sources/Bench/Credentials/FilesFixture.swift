import Foundation
import Harness
import SecretStorage

/// A folder of secrets of many users, of 2 KB each.
final class FilesFixture: Sendable {
    private let folder: URL
    private let store: FileStore
    private let names = (0..<1_000).map { SecretName(service: "bench", account: "user \($0)") }
    private let secret = SecretBytes([UInt8](repeating: UInt8(ascii: "x"), count: 2_000))

    /// Creates the folder.
    ///
    /// - Parameter users: The number of users. 1,000 of them have secrets that are read; the files of the others only
    ///   fill the folder.
    /// - Throws: The error of the file system.
    init(users: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "auth0-bench-\(UUID().uuidString)")
        store = FileStore(directory: folder.path)
        for name in names { try store.setSecret(secret, named: name) }
        for number in names.count..<users {
            let digits = String(number, radix: 16)
            // Empty: to create and to remove 100,000 files with contents takes some file systems minutes.
            try Data().write(
                to: folder.appending(path: digits + String(repeating: "0", count: 64 - digits.count) + ".sealed"))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Reads a number of secrets one after the other, in an order that is none of the folder.
    func read(_ count: Int) throws {
        for number in 0..<count {
            guard let secret = try store.secret(named: names[number &* 7_919 % names.count]) else {
                throw Failed("a secret is missing")
            }
            blackHole(secret)
        }
    }

    /// Writes a number of secrets one after the other, in the order in which they are read.
    func write(_ count: Int) throws {
        for number in 0..<count { try store.setSecret(secret, named: names[number &* 7_919 % names.count]) }
    }
}
