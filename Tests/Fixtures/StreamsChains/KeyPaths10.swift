// Limit: 1 s
import Streams

struct Person: Sendable {
    let name: String
    let age: Int
}

func chain(_ subject: PassthroughSubject<Person, Never>) {
    let chain =
        subject
        .map(\.name)
        .map(\.count)
        .map { Person(name: "\($0)", age: $0 + 1) }
        .map(\.name, \.age)
        .map { Person(name: $0 + "!", age: $1 - 1) }
        .map(\.name)
        .map(\.count)
        .map { Person(name: "\($0)", age: $0 + 1) }
        .map(\.name, \.age)
        .map { Person(name: $0 + "!", age: $1 - 1) }
    _ = chain
}
