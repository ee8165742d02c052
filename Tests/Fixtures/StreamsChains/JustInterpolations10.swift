// Limit: 1 s
import Streams

func chain() {
    let chain = Just(1)
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
