/// A collection in which everybody has a place that does not move, so that leaving is quick.
@usableFromInline
struct Slots<Element> {
    @usableFromInline var elements: ContiguousArray<Element?> = []
    @usableFromInline var vacant: ContiguousArray<Int> = []

    @inlinable @inline(__always)
    init() {}

    @inlinable var count: Int { elements.count - vacant.count }
    @inlinable var isEmpty: Bool { count == 0 }

    /// Puts `element` in; its place.
    @inlinable
    mutating func insert(_ element: Element) -> Int {
        if let place = vacant.popLast() {
            elements[place] = element
            return place
        }
        elements.append(element)
        return elements.count - 1
    }

    /// Takes out who has that place; does nothing when the place is empty.
    @inlinable @discardableResult
    mutating func remove(at place: Int) -> Element? {
        guard elements.indices.contains(place), let element = elements[place].take() else { return nil }
        vacant.append(place)
        return element
    }

    /// Takes everybody out, in the order of their places.
    @inlinable
    mutating func removeAll() -> [Element] {
        let all = elements.compactMap(\.self)
        elements = []
        vacant = []
        return all
    }
}

extension Slots: Sendable where Element: Sendable {}
