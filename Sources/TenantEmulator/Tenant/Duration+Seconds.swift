extension Duration {
    /// The whole seconds from 0 to 10,000,000,000, so that no sum with a time overflows.
    var wholeSeconds: Int { Int(min(max(components.seconds, 0), 10_000_000_000)) }
}
