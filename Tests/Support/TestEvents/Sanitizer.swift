import Glibc

/// The sanitizer that this test process was built with.
package enum Sanitizer {
    /// Whether the thread sanitizer is active.
    package static var isThread: Bool { dlsym(nil, "__tsan_init") != nil }

    /// Whether the thread sanitizer or the address sanitizer is active.
    package static var isActive: Bool { isThread || dlsym(nil, "__asan_init") != nil }

    /// The number of repetitions of a test with random or concurrent steps.
    ///
    /// The thread sanitizer reports a race from the order of the accesses, without the race having to happen, and slows
    /// contended locks down by a factor of a hundred: a tenth of the rounds shows the same.
    ///
    /// - Parameter count: The number without a sanitizer.
    /// - Returns: The number, or a tenth of it, but at least 1, under the thread sanitizer.
    package static func rounds(_ count: Int) -> Int { isThread ? max(1, count / 10) : count }
}
