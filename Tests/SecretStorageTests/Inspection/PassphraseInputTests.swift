import Foundation
import Glibc
import OpenSSLCryptography
import ProgramRunner
import Testing

@testable import SecretStorage

/// Passphrases from a descriptor and a terminal.
@Suite struct PassphraseInputTests {
    @Test func `a passphrase is the first line of a descriptor`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        _ = Glibc.write(ends[1], "pässword\nnext\n", 15)
        close(ends[1])

        #expect(try PassphraseInput.descriptor(ends[0]).read("passphrase").bytes == Array("pässword".utf8))
        #expect(try PassphraseInput.descriptor(ends[0]).read("passphrase").bytes == Array("next".utf8))
        let error = #expect(throws: SecretStoreError.self) { try PassphraseInput.descriptor(ends[0]).read("password") }
        #expect(error == SecretStoreError(.unavailable) && error?.detail == "the password is empty")
    }

    @Test(arguments: [("secret-canary\n", true), ("secret\u{3}", false)])
    func `M1 a terminal shows no character of a passphrase, and has its settings back`(typed: String, isTaken: Bool)
        throws
    {
        let (master, slave) = try TerminalScreen.openTerminal(80)
        defer {
            close(slave)
            close(master)
        }
        var (before, after) = (termios(), termios())
        tcgetattr(slave, &before)
        let result = Threads.result {
            Result { try PassphraseInput.readWithoutEcho(slave, "passphrase").bytes }
        }
        // The prompt comes after the change of the settings.
        var shown = try Self.read(master, until: "passphrase: ")
        _ = Glibc.write(master, typed, typed.utf8.count)
        let bytes = result()
        shown += try Self.read(master, until: "\n")
        tcgetattr(slave, &after)

        #expect((try? bytes.get()) == (isTaken ? Array("secret-canary".utf8) : nil))
        #expect(!shown.contains("secret"))
        #expect(before.c_lflag == after.c_lflag)
    }

    private static func read(_ terminal: Int32, until end: String) throws -> String {
        var (bytes, byte) = ([UInt8](), UInt8(0))
        while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
            try #require(Glibc.read(terminal, &byte, 1) == 1)
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
