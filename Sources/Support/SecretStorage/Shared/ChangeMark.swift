import ByteEncodings
import CAuth0Linux

/// A mark of the state of a secret that is stored elsewhere, such as in a keyring: an open file without contents.
///
/// A reader takes the mark before it reads the secret. A writer removes it after it has written: the file that readers
/// have open then has no name, which one `fstat` shows.
package final class ChangeMark: Sendable {
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// Whether no process has written the secret since the mark was taken; does not block.
    package var isUnchanged: Bool { (try? descriptor.status().st_nlink) == 1 }
}

extension LockFolder {
    private static func file(_ name: SecretName) -> String { Hex.encode(id(name)) + ".unchanged" }

    /// Takes the mark of a secret; read the secret afterwards.
    package func changeMark(of name: SecretName) throws(SecretStoreError) -> ChangeMark {
        ChangeMark(try open(name).openOrCreate(Self.file(name)))
    }

    /// Notifies the holders of the mark that the secret was written, or may have been.
    ///
    /// A folder that refuses the removal has already refused the lock of the writer.
    package func removeChangeMark(of name: SecretName) {
        try? PrivateFolder.open(path, creating: false)?.forget(Self.file(name))
    }
}
