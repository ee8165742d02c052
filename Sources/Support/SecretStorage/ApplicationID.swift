import ByteEncodings
import LinuxSystemCalls
import OpenSSLCryptography

/// The name under which a program stores its data, comparable to a bundle identifier.
package enum ApplicationID: Sendable {
    /// The name of the executable, or `auth0` when it is unknown.
    package static let `default` = name(ofExecutable: RunningProgram.path)

    /// Returns the last component of an executable's path; `auth0` for an empty path.
    static func name(ofExecutable path: [UInt8]) -> String {
        path.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? "auth0"
    }

    /// Returns a folder name for an ID: the ID itself if it is safe, otherwise its hash.
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
