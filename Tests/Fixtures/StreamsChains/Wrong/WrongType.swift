// Error: cannot convert value of type 'Int' to closure result type 'String'
// Limit: 3 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) -> AnyPublisher<String, Never> {
    subject
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .removeDuplicates()
        .map { $0 * 2 }
        .eraseToAnyPublisher()
}
