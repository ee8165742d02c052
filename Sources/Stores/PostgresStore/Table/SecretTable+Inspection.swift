import ByteEncodings
import SecretStorage

extension SecretTable {
    /// Lists the rows after an ID, and returns the ID for the next page; `nil` at the end.
    func inspect(
        after id: [UInt8], limit: Int, _ connection: Connection
    ) throws -> (secrets: [InspectedSecret], last: [UInt8]?) {
        let rows = try connection.execute(.inspect, .bytes(id), .number(Int64(limit)))
        let secrets = (0..<rows.count).map { inspect(rows, $0) }
        return (secrets, rows.count > 0 ? rows.bytes(rows.count - 1, 0) : nil)
    }

    private func inspect(_ rows: Rows, _ row: Int) -> InspectedSecret {
        var (name, state) = (SecretName?.none, InspectedSecret.State.intact)
        do {
            name = try opened(rows, row, nil).name
            if rows.isTrue(row, 5) { state = .expired }
        } catch let error as SecretStoreError where error.code == .unsupportedVersion {
            state = .laterVersion
        } catch let error as SecretStoreError where error.code == .failed {
            state = .keyMissing
        } catch { state = .damaged }
        return InspectedSecret(
            place: Hex.encode(rows.bytes(row, 0)), name: name, size: rows.bytes(row, 3).count,
            modified: Int(clamping: rows.number(row, 4)), state: state)
    }
}
