/// A first-in, first-out queue.
@usableFromInline
package struct Queue<Element> {
    @usableFromInline var elements: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @_alwaysEmitIntoClient @inline(__always)
    package init() {}

    @_alwaysEmitIntoClient var isEmpty: Bool { head == elements.count }
    var first: Element? { isEmpty ? nil : elements[head] }
    @_alwaysEmitIntoClient package var count: Int { elements.count - head }

    @_alwaysEmitIntoClient package mutating func append(_ element: Element) { elements.append(element) }

    @_alwaysEmitIntoClient package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            head += 1
            if head == elements.count {
                elements.removeAll(keepingCapacity: true)
                head = 0
            } else if head >= 32, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head].take()
    }

    /// Removes all elements and returns them, so that the caller releases them.
    @_alwaysEmitIntoClient mutating func removeAll() -> Queue<Element> {
        defer { self = Queue() }
        return self
    }
}

extension Queue: Sendable where Element: Sendable {}
