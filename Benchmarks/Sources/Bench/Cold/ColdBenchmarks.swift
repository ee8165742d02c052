import Foundation
import Glibc
import Harness
import LocalServer

/// A program that starts, requests one token over TLS and decodes it: `cold/first-token/<variant>`.
enum ColdBenchmarks {
    static let all = [
        benchmark("ours", program: "ColdOurs") { try Server.authorityDirectory() },
        benchmark("urlsession", program: "ColdURLSession") { try Server.bundle() },
    ]

    static let ratios = [Ratio("ours", to: "urlsession", in: "cold/", goal: "at most 0.45")]

    private static func benchmark(
        _ variant: String, program: String, trust: @escaping @Sendable () throws -> String
    ) -> Benchmark {
        Benchmark("cold/first-token/\(variant)", metric: .milliseconds, plan: .launches(11)) { run, launch in
            try launch.run { run.pause() }
        } setup: {
            let here = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            return Launch(
                program: here.appending(path: program).path, arguments: [try Server.address(.tls), try trust()])
        }
    }
}

/// A program to start, and its arguments.
private struct Launch: Sendable {
    let program: String
    let arguments: [String]

    /// Starts the program, waits for the byte that it writes once it has its token, and calls `done`.
    func run(_ done: () -> Void) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw UnexpectedAnswer(description: "no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        defer { posix_spawn_file_actions_destroy(&actions) }
        let words = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, program, &actions, nil, words + [nil], environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard failure == 0 else { throw UnexpectedAnswer(description: "\(program) does not start: \(failure)") }
        var byte: UInt8 = 0
        let count = read(ends[0], &byte, 1)
        done()
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard count == 1, byte == UInt8(ascii: "+") else {
            throw UnexpectedAnswer(description: "\(program) got no token")
        }
    }
}
