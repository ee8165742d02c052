/// Starts an operation, and returns the value with which it calls its closure once.
func callbackValue<Value: Sendable>(
    of start: (@escaping @Sendable (Value) -> Void) throws -> Void
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do { try start { continuation.resume(returning: $0) } } catch { continuation.resume(throwing: error) }
    }
}
