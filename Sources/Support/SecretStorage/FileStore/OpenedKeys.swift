import Synchronization

/// The keys of folders that were opened, so that a call derives nothing as long as the key file stays the same.
///
/// A key is wiped when another one takes its place here and the last call that uses it ends.
final class OpenedKeys: Sendable {
    /// The keys of stores whose key is in their folder, which every store of the process shares.
    static let ofProcess = OpenedKeys()

    private static let mostFolders = 16
    private let kept = Mutex<[FileIdentity: (state: FileState, key: FolderKey)]>([:])

    /// Returns the keys of a folder if its key file is the one that was opened.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - state: The state of its key file.
    /// - Returns: The keys; `nil` when the file has to be opened.
    func key(of folder: FileIdentity, _ state: FileState) -> FolderKey? {
        kept.withLock { $0[folder].flatMap { $0.state == state ? $0.key : nil } }
    }

    /// Keeps the keys of a folder, unless its key file may change without another state.
    ///
    /// - Parameters:
    ///   - key: The keys.
    ///   - folder: The folder.
    ///   - state: The state of the key file before it was read.
    func keep(_ key: FolderKey, of folder: FileIdentity, _ state: FileState) {
        guard !state.isRecent else { return }
        let key = FolderKey(withOwnPages: key)
        // What is replaced is wiped after the end of the lock.
        let _: Any = kept.withLock { kept in
            let others = kept
            if kept[folder] == nil, kept.count >= Self.mostFolders { kept = [:] }
            kept[folder] = (state, key)
            return others
        }
    }
}
