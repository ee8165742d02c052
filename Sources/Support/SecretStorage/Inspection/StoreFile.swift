/// A file of a store, by its name. Maintenance touches no other file.
enum StoreFile {
    case key, lock, record, setAside, draft
    /// The numbers of writes and the lock of a record, which 0.1.0 wrote and later versions do not read.
    case obsolete

    /// Returns the kind of a file; `nil` for a file that no store has written.
    init?(_ name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        switch name {
        case SealedFolder.keyFile: self = .key
        case PrivateFolder.lockFile: self = .lock
        case _ where parts[0] == PrivateFolder.lockFile && parts.count == 2 && Self.isID(parts[1], 2): self = .lock
        case "generations": self = .obsolete
        case _ where Self.isID(parts[0], 64) && parts.dropFirst() == ["sealed"]: self = .record
        case _ where Self.isID(parts[0], 64) && parts.dropFirst() == ["lock"]: self = .obsolete
        case _ where Self.isID(parts[0], 32) && parts.dropFirst() == ["new"]: self = .draft
        default:
            let isOfStore = ["key", "lock"].contains(parts[0]) || (Self.isID(parts[0], 64) && parts.contains("sealed"))
            switch parts.last {
            case "damaged" where isOfStore: self = .setAside
            case "new" where isOfStore: self = .draft
            default: return nil
            }
        }
    }

    private static func isID(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension PrivateFolder {
    /// Returns the names of the files that hold a secret; a folder may hold files of other programs, too.
    func records() throws(SecretStoreError) -> [String] {
        try files(withSuffix: SealedFolder.recordSuffix).filter { StoreFile($0) == .record }
    }
}
