import Foundation
import FoundationNetworking
import HTTPFaultServer
import HTTPMessages
import ProgramRunner
import Testing

/// Compressed bodies, through each transport.
@Suite struct CompressedBodyTests {
    typealias Kind = TransportContractTests.Kind

    /// The output of a shell command.
    private static func output(_ command: String) async throws -> [UInt8] {
        try await ProgramRun("/bin/sh", ["-c", command]).output
    }

    /// A server whose body ends with its length, or with the connection.
    private static func server(_ body: [UInt8], isDelimited: Bool) throws -> FaultServer {
        try FaultServer { peer in
            _ = peer.readRequest()
            let end = isDelimited ? "Content-Length: \(body.count)" : "Connection: close"
            peer.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\(end)\r\n\r\n")
            peer.write(body)
        }
    }

    @Test(arguments: Kind.allCases, [true, false])
    func `K2 a compressed body is decoded, whatever its length field counts`(
        kind: Kind, isDelimited: Bool
    ) async throws {
        let body = try await Self.output("printf hello | gzip")
        let server = try Self.server(body, isDelimited: isDelimited)

        #expect(try await kind.transport.response(.get(server.url())).text == "hello")
    }

    @Test(arguments: Kind.allCases, [1 << 20, (1 << 20) + 1, 32 << 20])
    func `K2 T5 the limit counts the bytes of the decoded body`(kind: Kind, size: Int) async throws {
        let body = try await Self.output("head -c \(size) /dev/zero | gzip -9")
        #expect(body.count < 1 << 16)
        for isDelimited in [true, false] {
            let server = try Self.server(body, isDelimited: isDelimited)

            let result = await kind.transport.result(try .get(server.url()))

            #expect(result.response?.body.count == (size == 1 << 20 ? size : nil))
            #expect(result.failure?.code == (size == 1 << 20 ? nil : .responseTooLarge))
        }
    }
}
