import Foundation
import ProgramRunner
import SecretStorage
import SecretStoreContract
import SimpleKeychain
import Testing

@Suite struct SimpleKeychainErrorTests {
    static let kinds: [(SecretStoreError.Code, SimpleKeychainError)] = [
        (.corrupt, .decodeFailed), (.unsupportedVersion, .decodeFailed), (.noPlace, .itemNotAvailable),
        (.lockTimeout, .itemNotAvailable), (.unavailable, .itemNotAvailable), (.tooLarge, .invalidParameters),
        (.noSpace, .other), (.notPrivate, .other), (.failed, .other),
    ]

    @Test(arguments: kinds)
    func `each failure of a store has a kind, and is the cause`(
        code: SecretStoreError.Code, expected: SimpleKeychainError
    ) throws {
        let keychain = SimpleKeychain(store: ThrowingStore(SecretStoreError(code)))
        let calls: [() throws -> Void] = [
            { _ = try keychain.string(forKey: "k") }, { _ = try keychain.data(forKey: "k") },
            { try keychain.set("s", forKey: "k") }, { try keychain.set(Data(), forKey: "k") },
            { try keychain.deleteItem(forKey: "k") }, { try keychain.deleteAll() },
            { _ = try keychain.hasItem(forKey: "k") }, { _ = try keychain.keys() },
        ]

        for call in calls {
            let error = #expect(throws: expected) { try call() }
            #expect(error?.cause as? SecretStoreError == SecretStoreError(code))
            #expect(error?.status == expected.status)
        }
    }

    @Test func `an error of a store of the program's own becomes the cause`() {
        let keychain = SimpleKeychain(store: ThrowingStore(AppError()))

        let error = #expect(throws: SimpleKeychainError.other) { try keychain.keys() }

        #expect(error?.cause is AppError)
    }

    @Test func `another failure has the number of the system call`() {
        let failing = ThrowingStore(SecretStoreError(.failed, systemError: EIO))

        let error = #expect(throws: SimpleKeychainError.other) { try SimpleKeychain(store: failing).keys() }

        #expect(error?.status == EIO)
    }

    @Test func `bytes that are no text are refused as a text`() throws {
        let keychain = SimpleKeychain(store: MemoryStore())
        try keychain.set(Data([0xFF]), forKey: "k")

        let error = #expect(throws: SimpleKeychainError.unknown) { try keychain.string(forKey: "k") }

        #expect(error?.status == 0)
    }

    @Test func `has the numbers of Apple's keychain`() {
        let errors: [SimpleKeychainError] = [
            .operationNotImplemented, .invalidParameters, .userCanceled, .itemNotAvailable, .authFailed,
            .duplicateItem, .itemNotFound, .interactionNotAllowed, .decodeFailed, .missingEntitlement, .other, .unknown,
        ]

        #expect(
            errors.map(\.status) == [
                -4, -50, -128, -25291, -25293, -25299, -25300, -25308, -26275, -34018, 0, 0,
            ])
        for (index, error) in errors.enumerated() {
            #expect(errors.firstIndex(of: error) == index)
            #expect(error.localizedDescription == error.description && !error.description.isEmpty)
            #expect((error as any Error).localizedDescription == error.description)
        }
    }

    @Test func `matches its kind in a catch and in a switch`() {
        let keychain = SimpleKeychain(store: MemoryStore())
        var isCaught = false
        do { _ = try keychain.string(forKey: "k") } catch SimpleKeychainError.itemNotFound { isCaught = true } catch {}
        #expect(isCaught)

        switch SimpleKeychainError.itemNotFound {
        case .unknown: Issue.record("matches another kind")
        case .itemNotFound: break
        default: Issue.record("does not match its kind")
        }
    }

    @Test func `a description has no secret of the entry`() throws {
        let keychain = SimpleKeychain(store: FileStore(directory: "relative"))

        let error = #expect(throws: SimpleKeychainError.self) { try keychain.set("canary-4711", forKey: "token") }

        let error2 = try #require(error)
        #expect(!"\(error2)".contains("canary") && !String(reflecting: error2).contains("canary"))
    }
}
