import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import Testing

/// Moves between stores, and what happens meanwhile.
@Suite struct MoveTests {
    private let folder = TemporaryFolder()
    private let name = SecretName(service: "app", account: "john")
    private let other = SecretName(service: "app", account: "jane")

    private var source: FileStore { FileStore(directory: folder.path + "/s") }
    private var destination: FileStore { FileStore(directory: folder.path + "/t") }

    private func move(
        _ source: any ExaminedStore, _ destination: any ExaminedStore, waiting: Duration = .seconds(60)
    ) throws -> [SecretName] {
        var moved: [SecretName] = []
        let secrets = try source.inspect() ?? []
        try source.checkMove(of: secrets, to: destination)
        try source.move(secrets, to: destination, waiting: waiting) { moved.append($0) }
        return moved
    }

    @Test func `C1 a move waits for the end of a renewal, and moves its tokens`() async throws {
        try await source.setSecret(SecretBytes([1]), named: name)
        let marked = try #require(try source.storedSecret(named: name))
        var renewal: (any RenewalLock)? = try source.renewalLock(of: name, until: .now)
        #expect(throws: SecretStoreError(.lockTimeout)) {
            try move(source, destination, waiting: .milliseconds(20))
        }

        async let moved = source.offPool { try move(source, destination) }
        #expect(try source.replace(marked, named: name, with: SecretBytes([2])))
        #expect(renewal != nil)
        renewal = nil

        #expect(try await moved == [name])
        #expect(try await destination.secret(named: name)?.bytes == [2])
        #expect(try await source.secret(named: name) == nil)
    }

    @Test(arguments: [false, true], [false, true])
    func `an interrupted move loses no secret, and another one completes it`(
        atDestination: Bool, isAfter: Bool
    ) throws {
        var (failing, isInterrupted) = (1, true)
        while isInterrupted {
            try source.setSecret(SecretBytes([1]), named: name)
            try source.setSecret(SecretBytes([2]), named: other)
            let broken = HookedStore(atDestination ? destination : source, failing: failing, isAfter: isAfter)

            do {
                _ = try atDestination ? move(source, broken) : move(broken, destination)
                isInterrupted = false
            } catch let error as SecretStoreError { #expect(error.code == .unavailable) }

            for (name, byte) in [(name, 1), (other, 2)] as [(SecretName, UInt8)] {
                let found = [try source.secret(named: name), try destination.secret(named: name)].compactMap {
                    $0?.bytes
                }
                #expect(!found.isEmpty && found.allSatisfy { $0 == [byte] })
            }
            _ = try move(source, destination)
            #expect(try source.accounts(ofService: "app").isEmpty)
            #expect(try destination.accounts(ofService: "app") == ["jane", "john"])
            for name in [name, other] { try destination.removeSecret(named: name) }
            failing += 1
        }
        // Each secret has a wait, three reads, two writes and a removal, in both stores together.
        #expect(failing > 6)
    }

    @Test func `C8 a sign-out between the copy and the removal leaves no credentials in either store`() throws {
        try source.setSecret(SecretBytes([1]), named: name)
        let store = HookedStore(source) { [source, name] in try source.removeSecret(named: name) }

        #expect(try move(store, destination) == [])

        #expect(try source.secret(named: name) == nil)
        #expect(try destination.secret(named: name) == nil)
    }

    @Test func `a login between the copy and the removal is what is moved`() throws {
        try source.setSecret(SecretBytes([1]), named: name)
        let store = HookedStore(source) { [source, name] in
            try source.setSecret(SecretBytes([2]), named: name)
            return true
        }

        #expect(try move(store, destination) == [name])

        #expect(try source.secret(named: name) == nil)
        #expect(try destination.secret(named: name)?.bytes == [2])
    }

    @Test func `a folder is one store by whatever path`() throws {
        try source.setSecret(SecretBytes([1]), named: name)

        #expect(source.isSame(as: FileStore(directory: folder.path + "//s/")))
        #expect(!source.isSame(as: destination))
        #expect(destination.isSame(as: FileStore(directory: folder.path + "/t/")), "also before it exists")
    }
}
