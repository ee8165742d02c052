package import SecretStorage

extension SecretServiceStore: ExaminedStore {
    /// Lists the items of this application in the keyring; blocks.
    ///
    /// - Returns: The items, sorted by the names of their secrets; `nil` when the application has none.
    /// - Throws: ``SecretStorage/SecretStoreError``, such as ``SecretStorage/SecretStoreError/Code/locked``.
    package func inspect() throws -> [InspectedSecret]? {
        let items = try Keyring(limits).inspect(ItemAttributes(application: application))
        return items.isEmpty ? nil : items.sorted { $0.place < $1.place }
    }

    /// Whether another store has the items of the same application.
    ///
    /// - Parameter other: The other store.
    /// - Returns: Whether both are one store.
    package func isSame(as other: any ExaminedStore) -> Bool {
        (other as? SecretServiceStore)?.application == application
    }
}
