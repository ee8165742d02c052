import ByteEncodings
import SecretStorage

extension SecretTable {
    /// Inspects a row of a page.
    func inspect(_ rows: Rows, _ row: Int) -> InspectedSecret {
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
