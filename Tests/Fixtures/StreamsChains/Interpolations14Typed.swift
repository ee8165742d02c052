// Limit: 3 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) -> AnyPublisher<String, Never> {
    subject
        .map { "\($0), \($0)" }
        .map { "<\($0)>" }
        .map { "\($0), \($0)" }
        .map { "<\($0)>" }
        .map { "\($0), \($0)" }
        .map { "<\($0)>" }
        .map { "\($0), \($0)" }
        .map { "<\($0)>" }
        .map { "\($0), \($0)" }
        .map { "<\($0)>" }
        .map { "\($0), \($0)" }
        .map { "<\($0)>" }
        .map { "\($0), \($0)" }
        .map { "<\($0)>" }
        .eraseToAnyPublisher()
}
