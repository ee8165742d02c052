package import SecretStorage

extension SecretServiceStore: ExaminedStore {
    /// Lists the items of this application in the keyring; blocks.
    package func inspect() throws -> [InspectedSecret]? {
        let items = try Keyring(limits).inspect(ItemAttributes(application: application))
        return items.isEmpty ? nil : items.sorted { $0.place < $1.place }
    }

    /// Whether another store has the items of the same application.
    package func isSame(as other: any ExaminedStore) -> Bool {
        (other as? SecretServiceStore)?.application == application
    }
}
