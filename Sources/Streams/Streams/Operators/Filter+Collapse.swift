extension Publishers.Filter {
    /// Puts the closures together, so that there is one filter and not two.
    @preconcurrency @inlinable @inline(__always)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Upstream> {
        let first = self.isIncluded
        return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
    }

    /// Puts the closures together, so that there is one filter and not two.
    @preconcurrency @inlinable @inline(__always)
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}

extension Publishers.TryFilter {
    /// Puts the closures together, so that there is one filter and not two.
    @preconcurrency @inlinable @inline(__always)
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }

    /// Puts the closures together, so that there is one filter and not two.
    @preconcurrency @inlinable @inline(__always)
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}

extension Publishers.CompactMap {
    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
    }

    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func map<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T
    ) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
    }
}

extension Publishers.TryCompactMap {
    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
    }

    /// Puts the closures together, so that there is one map and not two.
    @preconcurrency @inlinable @inline(__always)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
    }
}
