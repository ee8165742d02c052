import Foundation
import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import TestEvents
import Testing

/// Helpers for tests about properties of a whole process, which run in a child process.
enum TestChild {
    /// The peak memory of this process in KiB.
    static var peakKilobytes: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
    }

    /// Shuts transports down and waits for the end of their threads: OpenSSL frees the memory of a thread at its end,
    /// and cannot at the end of the process.
    static func end(_ transports: CurlTransport...) async {
        for transport in transports { transport.shutdown() }
        #expect(await SystemState.reaches { transportThreads == 0 })
    }

    /// The number of threads of transports in this process.
    static var transportThreads: Int { threads.count { $0 == "auth0-http\n" } }

    /// The number of open descriptors of this process.
    static var descriptors: Int { SystemState.entries(of: "/proc/self/fd").count }

    /// The names of the threads of this process.
    static var threads: [String] {
        SystemState.entries(of: "/proc/self/task").compactMap { thread in
            // Not with Foundation, which leaks when the file is missing or empty.
            guard let file = fopen("/proc/self/task/\(thread)/comm", "re") else { return nil }
            defer { fclose(file) }
            var name = [UInt8](repeating: 0, count: 64)
            let count = fread(&name, 1, name.count, file)
            return String(decoding: name[..<count], as: UTF8.self)
        }
    }

    /// Forks; 42 when the child's request completes with `invalidArgument`.
    static func status(
        _ send: (@escaping @Sendable (Result<TransportResponse, TransportError>) -> Void) -> any TransportExchange
    ) -> Int32 {
        Fork.status {
            _ = send { result in
                if case .failure(let error) = result, error.code == .invalidArgument { _exit(42) }
                _exit(2)
            }
            while true { pause() }
        }
    }
}
