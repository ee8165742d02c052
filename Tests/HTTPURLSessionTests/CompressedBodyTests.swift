import Foundation
import FoundationNetworking
import HTTPFaultServer
import HTTPMessages
import HTTPURLSession
import LibcurlTransport
import Testing

/// Compressed bodies, through each transport.
@Suite struct CompressedBodyTests {
    enum Kind: CaseIterable {
        case curl, urlSession

        var transport: any Transport {
            switch self {
            case .curl: CurlTransport()
            case .urlSession: URLSession(configuration: .ephemeral)
            }
        }
    }

    /// The output of a shell command.
    private static func output(_ command: String) throws -> [UInt8] {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardOutput = pipe
        try process.run()
        defer { process.waitUntilExit() }
        return Array(try pipe.fileHandleForReading.readToEnd() ?? Data())
    }

    private static func compressedZeros(_ count: Int) throws -> [UInt8] {
        try output("head -c \(count) /dev/zero | gzip -9")
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
        let server = try Self.server(try Self.output("printf hello | gzip"), isDelimited: isDelimited)

        #expect(try await kind.transport.response(.get(server.url())).text == "hello")
    }

    @Test(arguments: Kind.allCases, [1 << 20, (1 << 20) + 1, 32 << 20])
    func `K2 T5 the limit counts the bytes of the decoded body`(kind: Kind, size: Int) async throws {
        let body = try Self.compressedZeros(size)
        #expect(body.count < 1 << 16)
        for isDelimited in [true, false] {
            let server = try Self.server(body, isDelimited: isDelimited)

            let result = await kind.transport.result(try .get(server.url()))

            #expect(result.response?.body.count == (size == 1 << 20 ? size : nil))
            #expect(result.failure?.code == (size == 1 << 20 ? nil : .responseTooLarge))
        }
    }
}
