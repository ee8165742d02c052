import ByteEncodings
import CAuth0Secret
import LinuxCLibrary
import LinuxSystemCalls
import SecretStorage

/// The folder of the locks and marks of all processes that share a session bus, and with it a keyring.
///
/// It is next to the socket of the bus, so that sandboxes with other home folders also find it.
enum BusFolder {
    private static let name = "auth0-streams/locks"

    /// Returns the path of the folder for the bus of this process; blocks if only the bus can name it.
    static func path(_ limits: Keyring.Limits) throws(SecretStoreError) -> String {
        if let path = path(address: address, user: geteuid()) { return path }
        // An abstract socket, a socket in a folder of all users, or another transport.
        return "/tmp/auth0-streams-\(geteuid())-\(try SessionBus.identifier(within: limits.response))/locks"
    }

    /// Returns the path for the address of a bus, without a call to the bus; `nil` where no private folder belongs to
    /// the bus or to the user.
    static func path(address: String?, user: uid_t, runtime: String = "/run/user") -> String? {
        let sockets = sockets(of: address ?? "").compactMap { socket in
            socket.lastIndex(of: "/").map { String(socket[..<$0]) }
        }
        return (sockets + ["\(runtime)/\(user)"]).lazy.compactMap { privateFolder($0, of: user) }.first
            .map { "\($0)/\(name)" }
    }

    /// The address that GLib connects to.
    private static var address: String? {
        ProcessEnvironment["DBUS_SESSION_BUS_ADDRESS"]
            ?? UserFolders.ofUser.folder("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
    }

    /// Returns the paths of the sockets in an address.
    ///
    /// - SeeAlso: [D-Bus, Server Addresses](https://dbus.freedesktop.org/doc/dbus-specification.html#addresses)
    static func sockets(of address: String) -> [String] {
        address.split(separator: ";").filter { $0.hasPrefix("unix:") }.flatMap { address in
            address.dropFirst("unix:".count).split(separator: ",").compactMap { pair in
                pair.hasPrefix("path=") ? try? PercentEncoding.decode(String(pair.dropFirst("path=".count))) : nil
            }
        }
    }

    /// Returns the real path of a folder if only the user can enter it.
    private static func privateFolder(_ path: String, of user: uid_t) -> String? {
        guard path.hasPrefix("/"), let real = FilePath.resolved(path) else { return nil }
        var status = stat()
        guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user,
            status.st_mode & 0o077 == 0
        else { return nil }
        return real
    }
}
