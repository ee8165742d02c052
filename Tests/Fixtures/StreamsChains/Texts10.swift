// Limit: 1 s
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) {
    let chain =
        subject
        .map { "\($0)" }
        .map { "\($0)" + "!" }
        .filter { !$0.isEmpty }
        .map { "<\($0.count)>" }
        .map { "\($0)" + "!" }
        .filter { !$0.isEmpty }
        .map { "<\($0.count)>" }
        .map { "\($0)" + "!" }
        .filter { !$0.isEmpty }
        .map { "<\($0.count)>" }
    _ = chain
}
