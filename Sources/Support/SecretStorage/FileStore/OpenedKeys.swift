import Synchronization

/// A cache of the keys of folders that contain their key, so that a call derives nothing while the key file is
/// unchanged.
///
/// A key is wiped when it was replaced here and the last call that uses it has ended.
enum OpenedKeys {
    private static let mostFolders = 16
    private static let kept = Mutex<[FileIdentity: (state: FileState, key: FolderKey)]>([:])

    /// Returns the keys of a folder if its key file is the one that was opened.
    static func key(of folder: FileIdentity, _ state: FileState) -> FolderKey? {
        kept.withLock { $0[folder].flatMap { $0.state == state ? $0.key : nil } }
    }

    /// Keeps the keys of a folder, with the state of the key file before it was read.
    static func keep(_ key: FolderKey, of folder: FileIdentity, _ state: FileState) {
        let key = FolderKey(withOwnPages: key)
        kept.withLock { kept in
            if kept[folder] == nil, kept.count >= mostFolders { kept = [:] }
            kept[folder] = (state, key)
        }
    }
}
