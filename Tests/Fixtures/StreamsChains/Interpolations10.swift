// Limit: 1 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
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
    _ = chain
}
