// Error: value of type 'Person' has no member 'agee'
// Limit: 1 s
import Streams

struct Person: Sendable {
    let name: String
    let age: Int
}

func chain(_ subject: PassthroughSubject<Person, Never>) {
    let chain =
        subject
        .map { $0.agee + 1 }
        .filter { $0 > 3 }
        .removeDuplicates()
        .map { $0 * 2 }
        .filter { $0 % 3 == 0 }
        .map { $0 - 1 }
    _ = chain
}
