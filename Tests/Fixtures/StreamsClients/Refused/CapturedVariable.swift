// Error: mutation of captured var 'sum' in concurrently-executing code
import Streams

func races(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
    var sum = 0
    return subject.sink { sum += $0 }
}
