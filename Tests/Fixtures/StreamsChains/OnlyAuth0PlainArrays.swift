// Limit: 1 s
import Auth0

func chain(_ numbers: [Int]) -> Int {
    numbers.map { $0 + 1 }.filter { $0 > 3 }.map { $0 * 2 }.filter { $0 % 3 == 0 }.reduce(0, +)
}
