import CAuth0Secret
import SecretStorage

extension Keyring {
    /// Lists items with their names, lengths and times; blocks.
    func inspect(_ attributes: ItemAttributes) throws(SecretStoreError) -> [InspectedSecret] {
        let items = try items(attributes, nil)
        defer { release(items) }
        // A keyring that is locked may hide its items.
        if items.isEmpty { try unlockCollection(nil, isRequired: false) }
        try unlock(items, nil)
        var found: [InspectedSecret] = []
        for item in items {
            restartDeadline()
            if let secret = try inspect(item) { found.append(secret) }
        }
        return found
    }

    /// Inspects an item; `nil` if it no longer exists.
    private func inspect(_ item: OpaquePointer) throws(SecretStoreError) -> InspectedSecret? {
        guard let contents = try contents(of: item, nil) else { return nil }
        defer { calls.secret_value_unref(UnsafeMutableRawPointer(contents)) }
        let record = record(in: contents)
        let (service, account) = (
            attribute(ItemAttributes.service, of: item), attribute(ItemAttributes.account, of: item)
        )
        var name: SecretName?
        if let service = service.flatMap(ItemAttributes.unescaped),
            let account = account.flatMap(ItemAttributes.unescaped)
        {
            name = SecretName(service: service, account: account)
        }
        let isIntact = record != nil && name != nil
        return InspectedSecret(
            place: "\(service ?? ""): \(account ?? "")", name: name, size: record?.secret.count ?? 0,
            modified: Int(clamping: calls.secret_item_get_modified(item)), state: isIntact ? .intact : .damaged)
    }
}
