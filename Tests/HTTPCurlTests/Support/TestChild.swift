import Glibc
import HTTP

/// A forked child of the test's own process.
enum TestChild {
    /// Whether the thread sanitizer is at work.
    static var isWatched: Bool { dlsym(nil, "__tsan_init") != nil }

    /// Forks; 42 when the child's request completes with `invalidArgument`.
    static func status(_ send: (@escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void) -> any Exchange)
        -> Int32
    {
        // Swift hides fork, because hardly anything may be done after it; this is about exactly that.
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return 1 }
        let fork = unsafeBitCast(symbol, to: Fork.self)
        let child = fork()
        if child == 0 {
            _ = send { result in
                if case .failure(let error) = result, error.code == .invalidArgument { _exit(42) }
                _exit(2)
            }
            while true { pause() }
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return (status >> 8) & 0xFF
    }
}
