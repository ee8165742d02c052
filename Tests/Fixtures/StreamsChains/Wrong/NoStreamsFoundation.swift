// Error: requires that 'DispatchQueue' conform to 'Scheduler'
// Limit: 4 s
import Dispatch
import Streams

func chain(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
    subject
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .debounce(for: .seconds(1), scheduler: DispatchQueue.global())
        .map { $0 * 2 }
        .sink { print($0) }
}
