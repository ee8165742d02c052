extension Publishers.Map {
    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Upstream, T> {
        let first = self.transform
        return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
    }

    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }
}

extension Publishers.TryMap {
    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { transform(try first($0)) }
    }

    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(try first($0)) }
    }
}
