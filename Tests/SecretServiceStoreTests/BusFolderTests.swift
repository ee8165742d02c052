import Foundation
import Glibc
import ProgramRunner
import Testing

@testable import SecretServiceStore

/// The place of the locks.
@Suite(.timeLimit(.minutes(30))) struct BusFolderTests {
    private let session = KeyringSession()

    @Test(arguments: [
        ("unix:path=/run/user/1000/bus", ["/run/user/1000/bus"]),
        ("unix:path=/tmp/a%20b%2c,guid=0123", ["/tmp/a b,"]),
        ("unix:guid=1,path=/a/bus;tcp:host=x,port=1;unix:path=/b/bus", ["/a/bus", "/b/bus"]),
        ("unix:abstract=/tmp/dbus-x,guid=1", []), ("tcp:host=localhost,port=1", []), ("unix:path=/a%2", []),
        ("unix:path=/a%+1", []), ("", []), ("autolaunch:", []),
    ])
    func `C26 the sockets of an address are found`(address: String, sockets: [String]) {
        #expect(BusFolder.sockets(of: address) == sockets)
    }

    @Test func `C26 the folder is beside the socket if that is in a private folder, else that of the user`() throws {
        let folder = session.folder.path
        let (user, open) = (folder + "/run/\(geteuid())", folder + "/open")
        let bus = folder + "/a%20bus"
        for path in [user, open, folder + "/a bus"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            chmod(path, path == open ? 0o755 : 0o700)
        }
        symlink(folder + "/a bus", folder + "/link")
        func path(_ address: String?, user: uid_t = geteuid()) -> String? {
            BusFolder.path(address: address, user: user, runtime: folder + "/run")
        }
        let place = realpath(folder, nil)
        let real = place.map { String(cString: $0) } ?? ""
        free(place)

        #expect(path("unix:path=\(bus)/bus") == "\(real)/a bus/auth0-streams/locks")
        #expect(path("unix:path=\(folder)/link/bus") == "\(real)/a bus/auth0-streams/locks")
        #expect(path("unix:abstract=x;unix:path=\(bus)/bus") == "\(real)/a bus/auth0-streams/locks")
        for address in ["unix:path=\(open)/bus", "unix:abstract=x", "unix:path=/nowhere/bus", nil] {
            #expect(path(address) == "\(real)/run/\(geteuid())/auth0-streams/locks")
        }
        // A folder of another user is not used, nor one that others can enter.
        #expect(path("unix:path=\(bus)/bus", user: geteuid() + 1) == nil)
        chmod(user, 0o750)
        #expect(path("unix:abstract=x") == nil)
    }

    /// The commands of two processes with home folders of their own, of which one reads and the other writes.
    private static let sandboxes = """
        sandbox() { XDG_STATE_HOME="$HOME/state-$1" XDG_RUNTIME_DIR="$HOME/run-$1" "${@:2}"; }
        coproc holder { sandbox 1 keyring-beside-bus hold; }
        exec 5<&"${holder[0]}" 6>&"${holder[1]}"
        read -r held <&5; echo "$held"
        sandbox 2 keyring-beside-bus try
        sandbox 2 keyring-beside-bus write
        echo >&6; read -r changed <&5; echo "$changed"
        sandbox 2 keyring-beside-bus try
        """

    @Test(arguments: ["unix:tmpdir=/tmp", "unix:dir=PRIVATE", "unix:abstract=ABSTRACT"])
    func `C26 sandboxes with other home folders and one bus exclude each other, and see each other's writes`(
        listening: String
    ) async throws {
        let place = session.folder.path + "/bus"
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let address = listening.replacing("PRIVATE", with: place)
            .replacing("ABSTRACT", with: "\(place)-\(getpid())")

        let output = try await session.run(
            "\(KeyringSession.unlocking)\n\(Self.sandboxes)",
            options: [try session.config(listening: address)])

        #expect(output == ["held true", "SecretStoreError.lockTimeout", "false", "free"])
    }
}
