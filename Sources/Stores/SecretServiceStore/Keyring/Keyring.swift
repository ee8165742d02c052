import CAuth0Secret
import LinuxCLibrary
import OpenSSLCryptography
import SecretStorage

/// A connection to the keyring for one call: a separate session, on the thread of the call.
///
/// Every object of libsecret lives as long as the call, so that threads share no object, and a restarted keyring is
/// queried again.
final class Keyring {
    /// The longest waits of a call.
    struct Limits: Sendable {
        /// The limit for a response of the keyring.
        let response: Duration
        /// The limit for the user to unlock it; `nil` if the user is not asked.
        let prompt: Duration?

        /// The limits of a call that does not ask the user.
        var withoutPrompt: Limits { Limits(response: response, prompt: nil) }
    }

    let calls: auth0_secret
    private let limits: Limits
    private var deadline: KeyringDeadline
    private let bus: GLibObject
    private let session: GLibObject
    private var service: OpaquePointer { session.pointer }
    /// The default collection, looked up once for the call.
    private var lookedUp: GLibObject??
    /// Released after the objects above, whose release makes events.
    private let context: EventContext

    private static let busName = "org.freedesktop.secrets"
    private static let openSession: UInt32 = 2
    private static let replacing: UInt32 = 2

    /// Opens a session; blocks.
    init(_ limits: Limits) throws(SecretStoreError) {
        calls = try Libsecret.calls()
        self.limits = limits
        deadline = KeyringDeadline(after: limits.response, calls)
        context = EventContext(calls)
        bus = try SessionBus.connect(within: limits.response, calls)
        session = GLibObject(try Self.open(calls, deadline), calls)
        try checkOwner()
    }

    private static func open(
        _ calls: auth0_secret, _ deadline: KeyringDeadline
    ) throws(SecretStoreError) -> OpaquePointer {
        var error: UnsafeMutablePointer<auth0_secret_error>?
        let service = calls.secret_service_open_sync(
            calls.secret_service_get_type(), busName, openSession, deadline.cancellable, &error)
        guard let service else { throw SecretStoreError(keyring: error, calls) }
        return service
    }

    /// Gives the next answer of the keyring the full time, in a call with many of them.
    func restartDeadline() { deadline = KeyringDeadline(after: limits.response, calls) }

    /// Refuses a keyring of another user, which a shared bus could have.
    private func checkOwner() throws(SecretStoreError) {
        let owner = try SessionBus.reply(bus, "GetConnectionUnixUser", Self.busName, deadline, calls) {
            calls.g_variant_get_uint32($0)
        }
        guard owner == geteuid() else {
            throw SecretStoreError(.notPrivate, detail: "the keyring belongs to another user")
        }
    }
}

extension Keyring {
    /// Returns an item's contents, `nil` when there is no such item; blocks.
    func record(_ attributes: ItemAttributes, _ name: SecretName) throws(SecretStoreError) -> KeyringRecord? {
        while true {
            let items = try items(attributes, name)
            defer { release(items) }
            guard let item = newest(of: items) else {
                // A keyring that is locked may hide its items.
                try unlockCollection(name, isRequired: false)
                return nil
            }
            try unlock([item], name)
            // Another process may have removed the item, or replaced it by another one.
            guard let contents = try contents(of: item, name) else { continue }
            defer { calls.secret_value_unref(UnsafeMutableRawPointer(contents)) }
            guard let record = record(in: contents) else {
                throw SecretStoreError(.corrupt, name: name, detail: "another program changed the item")
            }
            return record
        }
    }

    /// Loads the contents of an unlocked item, to be released by the caller; `nil` if the item is gone. Blocks.
    func contents(of item: OpaquePointer, _ name: SecretName?) throws(SecretStoreError) -> OpaquePointer? {
        var error: UnsafeMutablePointer<auth0_secret_error>?
        guard calls.secret_item_load_secret_sync(item, deadline.cancellable, &error) != 0 else {
            if calls.takeMissingItem(&error) { return nil }
            throw SecretStoreError(keyring: error, calls, name: name)
        }
        guard let value = calls.secret_item_get_secret(item) else {
            throw SecretStoreError(.locked, name: name, detail: "the keyring did not show the secret")
        }
        return value
    }

    /// Parses the contents of an item; `nil` for contents of another program.
    func record(in contents: OpaquePointer) -> KeyringRecord? {
        var count = 0
        let start = calls.secret_value_get(contents, &count)
        return KeyringRecord(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Stores an item of the default collection, and removes others with the same attributes; blocks.
    func store(
        _ record: KeyringRecord, _ attributes: ItemAttributes, _ name: SecretName
    ) throws(SecretStoreError) {
        guard let collection = try unlockCollection(name, isRequired: true) else { return }
        let previous = try items(attributes, name)
        defer { release(previous) }
        let contents = record.contents
        let value = contents.withUnsafeBytes { bytes in
            calls.secret_value_new(
                bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, "application/octet-stream")
        }
        guard let value else { throw SecretStoreError(.failed, name: name, detail: "libsecret took no value") }
        defer { calls.secret_value_unref(UnsafeMutableRawPointer(value)) }
        let table = table(attributes)
        defer { calls.g_hash_table_unref(table) }
        let label = "\(ItemAttributes.escaped(name.service)): \(ItemAttributes.escaped(name.account))"
        let (item, error) = try answer(within: limits.response * 2, name) {
            calls.secret_item_create(
                collection, nil, table, label, value, Self.replacing, deadline.cancellable, KeyringAnswer.take, $0)
        } finish: { [calls] in
            calls.secret_item_create_finish($0, &$1)
        }
        guard let item else { throw SecretStoreError(keyring: error, calls, name: name) }
        defer { calls.g_object_unref(UnsafeMutableRawPointer(item)) }
        let stored = path(of: item)
        for duplicate in previous where path(of: duplicate) != stored {
            // The newest counts, so a duplicate that stays does no harm.
            _ = try? delete(duplicate, name)
        }
    }

    /// Asks the user to unlock the objects that a change of an item needs, if the limits allow it; blocks.
    func unlock(_ attributes: ItemAttributes, _ name: SecretName) throws(SecretStoreError) {
        let items = try items(attributes, name)
        defer { release(items) }
        try unlock(items, name)
        try unlockCollection(name, isRequired: false)
    }

    /// Removes the items with these attributes, and returns whether there was one; blocks.
    func remove(_ attributes: ItemAttributes, _ name: SecretName) throws(SecretStoreError) -> Bool {
        let items = try items(attributes, name)
        defer { release(items) }
        guard !items.isEmpty else {
            try unlockCollection(name, isRequired: false)
            return false
        }
        try unlock(items, name)
        var wasThere = false
        for item in items where try delete(item, name) { wasThere = true }
        return wasThere
    }

    /// Removes an item, and returns whether it existed; blocks.
    private func delete(_ item: OpaquePointer, _ name: SecretName) throws(SecretStoreError) -> Bool {
        var (isRemoved, error) = try answer(within: limits.response * 2, name) {
            calls.secret_item_delete(item, deadline.cancellable, KeyringAnswer.take, $0)
        } finish: { [calls] in
            calls.secret_item_delete_finish(item, $0, &$1)
        }
        guard isRemoved == 0 else { return true }
        guard calls.takeMissingItem(&error) else { throw SecretStoreError(keyring: error, calls, name: name) }
        return false
    }

    /// Returns the accounts of the items with these attributes; blocks.
    func accounts(_ attributes: ItemAttributes) throws(SecretStoreError) -> [String] {
        let items = try items(attributes, nil)
        defer { release(items) }
        if items.isEmpty { try unlockCollection(nil, isRequired: false) }
        let accounts = items.compactMap { attribute(ItemAttributes.account, of: $0).flatMap(ItemAttributes.unescaped) }
        // As strings, two Unicode forms of an account would be equal.
        return Set(accounts.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns an attribute of an item, as the keyring stores it.
    func attribute(_ attribute: String, of item: OpaquePointer) -> String? {
        guard let table = calls.secret_item_get_attributes(item) else { return nil }
        defer { calls.g_hash_table_unref(table) }
        let text = calls.g_hash_table_lookup(table, attribute)
        return text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }
}

extension Keyring {
    private func table(_ attributes: ItemAttributes) -> OpaquePointer? {
        let table = calls.g_hash_table_new_full(calls.g_str_hash, calls.g_str_equal, calls.g_free, calls.g_free)
        for (name, value) in attributes.pairs {
            _ = calls.g_hash_table_insert(table, calls.g_strdup(name), calls.g_strdup(value))
        }
        return table
    }

    /// Finds items of the default collection, to be released by the caller, without those that another process removes
    /// meanwhile; blocks. Without a name it is a list, and each item of it has the full time.
    func items(
        _ attributes: ItemAttributes, _ name: SecretName?
    ) throws(SecretStoreError) -> [OpaquePointer] {
        let table = table(attributes)
        defer { calls.g_hash_table_unref(table) }
        guard let collection = try collection(name) else { return [] }
        var error: UnsafeMutablePointer<auth0_secret_error>?
        let paths = calls.secret_collection_search_for_dbus_paths_sync(
            collection, nil, table, deadline.cancellable, &error)
        guard let paths else { throw SecretStoreError(keyring: error, calls, name: name) }
        defer { calls.g_strfreev(paths) }
        var (items, next) = ([OpaquePointer](), paths)
        while let path = next.pointee {
            next += 1
            if name == nil { restartDeadline() }
            guard let item = calls.secret_item_new_for_dbus_path_sync(service, path, 0, deadline.cancellable, &error)
            else {
                if calls.takeMissingItem(&error) { continue }
                release(items)
                throw SecretStoreError(keyring: error, calls, name: name)
            }
            items.append(item)
        }
        return items
    }

    func release(_ items: [OpaquePointer]) {
        for item in items { calls.g_object_unref(UnsafeMutableRawPointer(item)) }
    }

    /// Returns the most recently changed of several items with the same attributes.
    private func newest(of items: [OpaquePointer]) -> OpaquePointer? {
        items.max { one, other in
            let times = (calls.secret_item_get_modified(one), calls.secret_item_get_modified(other))
            guard times.0 == times.1 else { return times.0 < times.1 }
            // Changed in the same second: the keyring numbers its items.
            let paths = (path(of: one), path(of: other))
            return (paths.0.utf8.count, paths.0) < (paths.1.utf8.count, paths.1)
        }
    }

    private func path(of item: OpaquePointer) -> String {
        calls.g_dbus_proxy_get_object_path(item).map { String(cString: $0) } ?? ""
    }

    /// Returns the collection with the alias `default`, which is looked up once for a call; blocks.
    private func collection(_ name: SecretName?) throws(SecretStoreError) -> OpaquePointer? {
        if let lookedUp { return lookedUp?.pointer }
        var error: UnsafeMutablePointer<auth0_secret_error>?
        let found = calls.secret_collection_for_alias_sync(service, "default", 0, deadline.cancellable, &error)
        if error != nil { throw SecretStoreError(keyring: error, calls, name: name) }
        let collection = found.map { GLibObject($0, calls) }
        lookedUp = .some(collection)
        return collection?.pointer
    }

    /// Asks the user to unlock the default collection, if the limits allow it, and returns it; `nil` if there is none,
    /// and none is required. Blocks.
    @discardableResult
    func unlockCollection(_ name: SecretName?, isRequired: Bool) throws(SecretStoreError) -> OpaquePointer? {
        guard let collection = try collection(name) else {
            guard isRequired else { return nil }
            throw SecretStoreError(
                .unavailable, name: name, detail: "there is no default keyring: create one in the desktop's settings")
        }
        try unlock([collection], areLocked: calls.secret_collection_get_locked(collection) != 0, name)
        return collection
    }

    /// Asks the user to unlock items, if the limits allow it; blocks.
    func unlock(_ items: [OpaquePointer], _ name: SecretName?) throws(SecretStoreError) {
        try unlock(items, areLocked: items.contains { calls.secret_item_get_locked($0) != 0 }, name)
    }

    /// Asks the user to unlock objects, if the limits allow it.
    private func unlock(
        _ objects: [OpaquePointer], areLocked: Bool, _ name: SecretName?
    ) throws(SecretStoreError) {
        guard areLocked else { return }
        guard let prompt = limits.prompt else {
            throw SecretStoreError(.locked, name: name, detail: "unlock the keyring of the desktop")
        }
        let patience = KeyringDeadline(after: prompt, calls)
        // The time of a prompt does not count against the deadline of the keyring's answers.
        defer { restartDeadline() }
        var list: UnsafeMutablePointer<auth0_secret_list>?
        for object in objects { list = calls.g_list_append(list, UnsafeMutableRawPointer(object)) }
        defer { calls.g_list_free(list) }
        let (count, error) = try answer(within: prompt + limits.response, name) {
            calls.secret_service_unlock(service, list, patience.cancellable, KeyringAnswer.take, $0)
        } finish: { [calls, service] in
            calls.secret_service_unlock_finish(service, $0, nil, &$1)
        }
        guard error == nil else { throw SecretStoreError(keyring: error, calls, name: name) }
        guard Int(count) == objects.count else {
            throw SecretStoreError(.locked, name: name, detail: "the user did not unlock the keyring")
        }
    }

    /// Begins a call of libsecret that may ask the user, and returns its result, and its error, which the caller
    /// releases; blocks.
    ///
    /// A question that is cancelled ends with a signal of the keyring. libsecret's blocking functions wait for the
    /// signal for ever, this function until the limit.
    private func answer<Value>(
        within limit: Duration, _ name: SecretName?, of call: (_ answer: UnsafeMutableRawPointer) -> Void,
        finish: @escaping (OpaquePointer?, inout UnsafeMutablePointer<auth0_secret_error>?) -> Value
    ) throws(SecretStoreError) -> (value: Value, error: UnsafeMutablePointer<auth0_secret_error>?) {
        var result: (value: Value, error: UnsafeMutablePointer<auth0_secret_error>?)?
        let answer = KeyringAnswer {
            var error: UnsafeMutablePointer<auth0_secret_error>?
            let value = finish($0, &error)
            result = (value, error)
        }
        call(Unmanaged.passRetained(answer).toOpaque())
        guard context.handleEvents(for: limit, until: { result != nil }), let result else {
            throw SecretStoreError(.unavailable, name: name, detail: "the keyring did not end its question in time")
        }
        return result
    }
}

/// The receiver of the answer of libsecret to a call; only the thread of the call uses it.
private final class KeyringAnswer {
    private let receive: (OpaquePointer?) -> Void

    init(_ receive: @escaping (OpaquePointer?) -> Void) { self.receive = receive }

    /// Takes the answer, and the reference to this object.
    static let take: auth0_secret_ready = { _, answer, reference in
        guard let reference else { return }
        Unmanaged<KeyringAnswer>.fromOpaque(reference).takeRetainedValue().receive(answer)
    }
}
