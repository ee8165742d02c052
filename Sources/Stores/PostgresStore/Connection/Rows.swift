import CAuth0Postgres

/// The result of a statement, in binary form.
final class Rows {
    private let result: OpaquePointer

    /// Takes ownership of a result.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The number of rows.
    var count: Int { Int(PQntuples(result)) }

    /// The number of rows that the statement inserted, changed or removed.
    var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Whether the statement failed.
    var isFailure: Bool {
        ![PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY].contains(PQresultStatus(result))
    }

    /// The SQLSTATE of the error; `nil` if the connection was lost.
    var sqlState: String? { PQresultErrorField(result, auth0_pg_sqlstate).map { String(cString: $0) } }

    /// Returns the bytes of a field; none for a null.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        let count = Int(PQgetlength(result, Int32(row), Int32(column)))
        guard count > 0, let start = PQgetvalue(result, Int32(row), Int32(column)) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the number of a `bigint` or `integer` field; 0 for a null.
    func number(_ row: Int, _ column: Int) -> Int64 {
        let bytes = bytes(row, column)
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
    }

    /// Returns the value of a `boolean` field; `false` for a null.
    func isTrue(_ row: Int, _ column: Int) -> Bool { bytes(row, column) == [1] }
}

/// The value of a statement's parameter.
enum Value {
    case bytes([UInt8])
    case number(Int64)
    case text(String)
    case null

    /// The binary form; UTF-8 for a text.
    private var binary: [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes
        case .number(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
        case .text(let text): Array(text.utf8)
        case .null: nil
        }
    }

    /// Calls a closure with values as libpq expects them; the pointers are valid only during the call.
    static func withArrays<Result>(
        _ values: [Value], _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
    ) -> Result {
        let binaries = values.map(\.binary)
        let counts = binaries.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        // One block for all values; an empty value still needs an address, because none means null.
        let block = binaries.compactMap(\.self).joined() + [0]
        return block.withUnsafeBytes { block in
            var offset = 0
            let pointers = binaries.map { binary -> UnsafePointer<CChar>? in
                guard let binary else { return nil }
                defer { offset += binary.count }
                return block.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
            }
            return body(pointers, counts, formats)
        }
    }
}
