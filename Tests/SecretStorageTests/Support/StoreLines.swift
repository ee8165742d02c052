import SecretStorage
import Synchronization

/// The lines that the stores of this process log.
enum StoreLines {
    private static let lines = Mutex<[String]>([])
    private static let isCollected: Void = StoreLog.handle { line in lines.withLock { $0.append(line) } }

    /// Begins to collect lines, which standard error gets before.
    static func collect() { isCollected }

    /// Returns the lines about a folder.
    static func about(_ path: String) -> [String] { lines.withLock { $0.filter { $0.contains(path) } } }
}
