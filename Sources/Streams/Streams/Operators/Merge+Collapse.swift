// Merging a merge creates one flat merge, as in Combine.

extension Publishers.Merge {
    /// Merges the two publishers of this merge with another publisher.
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher of the values of all three publishers.
    @_alwaysEmitIntoClient
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge3<A, B, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge3(a, b, other)
    }

    /// Merges the two publishers of this merge with two other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    /// - Returns: A publisher of the values of all four publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge4<A, B, Z, Y>
    where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
        Publishers.Merge4(a, b, z, y)
    }

    /// Merges the two publishers of this merge with three other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    /// - Returns: A publisher of the values of all five publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge5<A, B, Z, Y, X>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure
    {
        Publishers.Merge5(a, b, z, y, x)
    }

    /// Merges the two publishers of this merge with four other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    ///   - w: The fourth other publisher.
    /// - Returns: A publisher of the values of all six publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge6<A, B, Z, Y, X, W>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure, W.Output == Output, W.Failure == Failure
    {
        Publishers.Merge6(a, b, z, y, x, w)
    }

    /// Merges the two publishers of this merge with five other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    ///   - w: The fourth other publisher.
    ///   - v: The fifth other publisher.
    /// - Returns: A publisher of the values of all seven publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge7<A, B, Z, Y, X, W, V>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure, W.Output == Output, W.Failure == Failure, V.Output == Output, V.Failure == Failure
    {
        Publishers.Merge7(a, b, z, y, x, w, v)
    }

    /// Merges the two publishers of this merge with six other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    ///   - w: The fourth other publisher.
    ///   - v: The fifth other publisher.
    ///   - u: The sixth other publisher.
    /// - Returns: A publisher of the values of all eight publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
    ) -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure, W.Output == Output, W.Failure == Failure, V.Output == Output, V.Failure == Failure,
        U.Output == Output, U.Failure == Failure
    {
        Publishers.Merge8(a, b, z, y, x, w, v, u)
    }
}

extension Publishers.Merge3 {
    /// Merges the three publishers of this merge with another publisher.
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher of the values of all four publishers.
    @_alwaysEmitIntoClient
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge4<A, B, C, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge4(a, b, c, other)
    }

    /// Merges the three publishers of this merge with two other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    /// - Returns: A publisher of the values of all five publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge5<A, B, C, Z, Y>
    where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
        Publishers.Merge5(a, b, c, z, y)
    }

    /// Merges the three publishers of this merge with three other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    /// - Returns: A publisher of the values of all six publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge6<A, B, C, Z, Y, X>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure
    {
        Publishers.Merge6(a, b, c, z, y, x)
    }

    /// Merges the three publishers of this merge with four other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    ///   - w: The fourth other publisher.
    /// - Returns: A publisher of the values of all seven publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge7<A, B, C, Z, Y, X, W>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure, W.Output == Output, W.Failure == Failure
    {
        Publishers.Merge7(a, b, c, z, y, x, w)
    }

    /// Merges the three publishers of this merge with five other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    ///   - w: The fourth other publisher.
    ///   - v: The fifth other publisher.
    /// - Returns: A publisher of the values of all eight publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure, W.Output == Output, W.Failure == Failure, V.Output == Output, V.Failure == Failure
    {
        Publishers.Merge8(a, b, c, z, y, x, w, v)
    }
}

extension Publishers.Merge4 {
    /// Merges the four publishers of this merge with another publisher.
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher of the values of all five publishers.
    @_alwaysEmitIntoClient
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge5<A, B, C, D, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge5(a, b, c, d, other)
    }

    /// Merges the four publishers of this merge with two other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    /// - Returns: A publisher of the values of all six publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge6<A, B, C, D, Z, Y>
    where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
        Publishers.Merge6(a, b, c, d, z, y)
    }

    /// Merges the four publishers of this merge with three other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    /// - Returns: A publisher of the values of all seven publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge7<A, B, C, D, Z, Y, X>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure
    {
        Publishers.Merge7(a, b, c, d, z, y, x)
    }

    /// Merges the four publishers of this merge with four other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    ///   - w: The fourth other publisher.
    /// - Returns: A publisher of the values of all eight publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure, W.Output == Output, W.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, z, y, x, w)
    }
}

extension Publishers.Merge5 {
    /// Merges the five publishers of this merge with another publisher.
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher of the values of all six publishers.
    @_alwaysEmitIntoClient
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge6<A, B, C, D, E, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge6(a, b, c, d, e, other)
    }

    /// Merges the five publishers of this merge with two other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    /// - Returns: A publisher of the values of all seven publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge7<A, B, C, D, E, Z, Y>
    where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
        Publishers.Merge7(a, b, c, d, e, z, y)
    }

    /// Merges the five publishers of this merge with three other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    ///   - x: The third other publisher.
    /// - Returns: A publisher of the values of all eight publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge8<A, B, C, D, E, Z, Y, X>
    where
        Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure, X.Output == Output,
        X.Failure == Failure
    {
        Publishers.Merge8(a, b, c, d, e, z, y, x)
    }
}

extension Publishers.Merge6 {
    /// Merges the six publishers of this merge with another publisher.
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher of the values of all seven publishers.
    @_alwaysEmitIntoClient
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge7<A, B, C, D, E, F, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge7(a, b, c, d, e, f, other)
    }

    /// Merges the six publishers of this merge with two other publishers.
    ///
    /// - Parameters:
    ///   - z: The first other publisher.
    ///   - y: The second other publisher.
    /// - Returns: A publisher of the values of all eight publishers.
    @_alwaysEmitIntoClient
    public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y) -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
    where Z.Output == Output, Z.Failure == Failure, Y.Output == Output, Y.Failure == Failure {
        Publishers.Merge8(a, b, c, d, e, f, z, y)
    }
}

extension Publishers.Merge7 {
    /// Merges the seven publishers of this merge with another publisher.
    ///
    /// - Parameter other: The other publisher.
    /// - Returns: A publisher of the values of all eight publishers.
    @_alwaysEmitIntoClient
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge8<A, B, C, D, E, F, G, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge8(a, b, c, d, e, f, g, other)
    }
}
