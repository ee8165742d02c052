import Foundation
import ProgramRunner
import Testing

@Suite struct WebKitHeadersTests {
    private static let program = Checkout.fixtures + "/webview/webkit-calls.c"

    private func compile(_ more: String = "") async throws -> Int32 {
        let line = """
            clang -std=gnu11 -Wall -Werror -Wno-unused-function -fsyntax-only \(more) \
                $(pkg-config --cflags webkit2gtk-4.1) "$0"
            """
        return try await ProgramRun("/bin/sh", ["-c", line, Self.program]).status
    }

    @Test func `the declarations of WebKitGTK match its headers`() async throws {
        #expect(try await compile() == 0)
        #expect(try await compile("-Dauth0_wrong") != 0)
    }
}
