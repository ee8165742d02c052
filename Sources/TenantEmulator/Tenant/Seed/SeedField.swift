import ByteEncodings

/// A field of an object in a seed: one line for all that read, write or describe it.
///
/// A seed and the control API read it, a state file has it, and the control API describes it; the Management API shows
/// a field under ``managed``.
struct SeedField<Root: Sendable>: Sendable {
    /// The name, the type and the meaning, as the control API describes them.
    let control: ControlField
    /// The name in the Management API; `nil` if that does not show the value as it is.
    var managed: String?
    /// Sets the field of an object to what the reader has; an object without the member keeps its value.
    let read: @Sendable (inout SeedReader, inout Root) throws(EmulatorError) -> Void
    /// The value in the form of a seed; `nil` for a field that is not set.
    let write: @Sendable (Root) -> JSONValue?

    /// A member with the value of a property; without `write` no state file has it in this form.
    static func value<Value>(
        _ name: String, _ kind: ControlField.Kind, _ path: any WritableKeyPath<Root, Value> & Sendable, _ text: String,
        managed: String? = nil, isRequired: Bool = false,
        read: @escaping @Sendable (inout SeedReader, String) throws(EmulatorError) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil }
    ) -> SeedField {
        SeedField(
            control: ControlField(name, kind, text, isRequired: isRequired), managed: managed,
            read: { reader, root throws(EmulatorError) in
                if let value = try read(&reader, name) { root[keyPath: path] = value }
            },
            write: { write($0[keyPath: path]) })
    }

    /// A text that must not be missing or empty.
    static func required(
        _ name: String, _ path: any WritableKeyPath<Root, String> & Sendable, _ text: String, managed: String? = nil
    ) -> SeedField {
        .value(name, .text, path, text, managed: managed, isRequired: true) { reader, name throws(EmulatorError) in
            try reader.required(name)
        } write: {
            $0.json
        }
    }

    /// A text that is another one of the object by default.
    static func text(
        _ name: String, _ path: any WritableKeyPath<Root, String> & Sendable,
        or other: any KeyPath<Root, String> & Sendable, _ text: String
    ) -> SeedField {
        SeedField(
            control: .text(name, text), managed: name,
            read: { reader, root throws(EmulatorError) in
                root[keyPath: path] = try reader.text(name) ?? root[keyPath: other]
            },
            write: { $0[keyPath: path].json })
    }

    /// A text that may be missing.
    static func text(
        _ name: String, _ path: any WritableKeyPath<Root, String?> & Sendable, _ text: String, managed: String? = nil
    ) -> SeedField {
        .value(name, .text, path, text, managed: managed) { reader, name throws(EmulatorError) in
            try reader.text(name)
        } write: {
            $0?.json
        }
    }

    /// `true` or `false`; `isOpposite` if the member says the opposite of the property.
    static func flag(
        _ name: String, _ path: any WritableKeyPath<Root, Bool> & Sendable, _ text: String, isOpposite: Bool = false,
        managed: String? = nil
    ) -> SeedField {
        .value(name, .flag, path, text, managed: managed) { reader, name throws(EmulatorError) in
            try reader.flag(name).map { $0 != isOpposite }
        } write: {
            ($0 != isOpposite).json
        }
    }

    /// Texts; each must be one of `allowed` if there are any.
    static func texts(
        _ name: String, _ path: any WritableKeyPath<Root, [String]> & Sendable, _ text: String,
        of allowed: [String]? = nil, managed: String? = nil
    ) -> SeedField {
        .value(name, .list, path, text, managed: managed) { reader, name throws(EmulatorError) in
            try reader.texts(name, of: allowed)
        } write: {
            $0.json
        }
    }

    /// Texts without an order.
    static func texts(
        _ name: String, _ path: any WritableKeyPath<Root, Set<String>> & Sendable, _ text: String
    ) -> SeedField {
        .value(name, .list, path, text) { reader, name throws(EmulatorError) in
            Set(try reader.texts(name))
        } write: {
            $0.sorted().json
        }
    }

    /// One of the cases of a type.
    static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ text: String, managed: String? = nil
    ) -> SeedField {
        let names = Value.allCases.map(\.rawValue)
        return .value(name, .choice(names), path, text, managed: managed) { reader, name throws(EmulatorError) in
            try reader.choice(name, Value.self)
        } write: {
            $0.rawValue.json
        }
    }

    /// The members of an object of any kind.
    static func object(
        _ name: String, _ path: any WritableKeyPath<Root, [String: any Sendable]> & Sendable, _ text: String
    ) -> SeedField {
        .value(name, .object, path, text) { reader, name throws(EmulatorError) in try reader.object(name) }
    }
}

extension Array {
    /// Reads an object; a field without a member keeps its value in `blank`.
    func read<Root>(_ reader: inout SeedReader, _ blank: Root) throws(EmulatorError) -> Root
    where Element == SeedField<Root> {
        var root = blank
        for field in self { try field.read(&reader, &root) }
        return root
    }

    /// An object in the form of a seed.
    func written<Root>(_ root: Root) -> [String: JSONValue] where Element == SeedField<Root> {
        members(of: root, \.control.name)
    }

    /// The fields that the Management API shows as they are.
    func managed<Root>(_ root: Root) -> [String: JSONValue] where Element == SeedField<Root> {
        members(of: root, \.managed)
    }

    /// The schema of what the Management API shows: these fields, of which only the required ones are always there,
    /// and further members.
    func managedSchema<Root>(_ more: KeyValuePairs<String, JSONValue>) -> JSONValue where Element == SeedField<Root> {
        let fields = compactMap { field in
            field.managed.map {
                ControlField($0, field.control.kind, field.control.text, isRequired: field.control.isRequired)
            }
        }
        return fields.schema(more.map { JSONValue.Member(name: $0.key, value: $0.value) })
    }

    private func members<Root>(of root: Root, _ name: (Element) -> String?) -> [String: JSONValue]
    where Element == SeedField<Root> {
        var members: [String: JSONValue] = [:]
        for field in self { if let name = name(field) { members[name] = field.write(root) } }
        return members
    }
}
