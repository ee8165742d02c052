import OpenSSLCryptography
import ByteEncodings
import LinuxSystemCalls

/// The name under which a program keeps what is its own: what a bundle identifier is elsewhere.
public enum ApplicationID: Sendable {
    /// The name of the executable, or `auth0` when the system does not tell.
    ///
    /// Give an ID of your own where programs of the same name must not meet, such as `com.example.notes`.
    public static let `default` = name(ofExecutable: RunningProgram.path)

    /// The last step of a path; the kernel adds a remark when the file is gone.
    static func name(ofExecutable path: some Collection<UInt8>) -> String {
        let remark = Array(" (deleted)".utf8)
        let path = Array(path)
        let kept = path.suffix(remark.count).elementsEqual(remark) ? path.dropLast(remark.count) : path[...]
        let name = kept.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        return name ?? "auth0"
    }

    /// The ID as the name of a folder: itself where that is harmless, else its hash.
    package static func folderName(_ id: String) -> String {
        let isHarmless =
            (1...64).contains(id.utf8.count) && id.utf8.first != UInt8(ascii: ".")
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        return isHarmless ? id : "auth0-" + Hex.encode(HashAlgorithm.sha256.digest(of: Array(id.utf8)))
    }
}
