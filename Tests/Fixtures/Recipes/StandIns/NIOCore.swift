// The declarations of swift-nio's NIOCore that the recipes use; compiled, never run.

/// A buffer of bytes.
public struct ByteBuffer: Sendable {
    /// The bytes that were not read.
    public var readableBytesView: ByteBufferView { ByteBufferView() }
}

/// A view of the bytes of a buffer.
public struct ByteBufferView: RandomAccessCollection, Sendable {
    /// The index of the first byte.
    public var startIndex: Int { 0 }
    /// The index after the last byte.
    public var endIndex: Int { 0 }
    /// A byte.
    public subscript(position: Int) -> UInt8 { 0 }
}

/// An amount of time.
public struct TimeAmount: Sendable {
    /// Returns a number of minutes.
    public static func minutes(_ amount: Int64) -> TimeAmount { TimeAmount() }
}
