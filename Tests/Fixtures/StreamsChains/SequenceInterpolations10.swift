// Limit: 1 s
import Streams

func chain() {
    let chain = [1, 2, 3].publisher
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
