import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct FutureTests {
    @Test func `publishes its value to early and late subscribers, when they demand it`() {
        let promise = Mutex<Future<Int, SampleError>.Promise?>(nil)
        let future = Future<Int, SampleError> { fulfill in promise.withLock { $0 = fulfill } }
        let (early, late) = (Recorder<Int, SampleError>(demand: .none), Recorder<Int, SampleError>())
        future.subscribe(early)

        promise.withLock { $0 }?(.success(1))
        promise.withLock { $0 }?(.success(2))
        future.subscribe(late)

        #expect(early.events == [.subscription])
        early.request(.max(1))
        #expect(early.values + late.values == [1, 1])
        #expect(early.completion == .finished)
    }

    @Test func `fails without a demand`() {
        let recorder = Recorder<Int, SampleError>(demand: .none)
        Future<Int, SampleError> { $0(.failure(SampleError())) }.subscribe(recorder)

        #expect(recorder.completion == .failure(SampleError()))
    }

    @Test func `releases subscribers that cancel`() {
        let lifetimes = LifetimeCounter()
        let future = Future<Int, SampleError> { _ in }
        var tokens = (0..<3).map { _ in
            let life = lifetimes.life()
            return future.sink { _ in
                life.touch()
            } receiveValue: { _ in
                life.touch()
            }
        }
        withExtendedLifetime(future) {
            #expect(lifetimes.living == 3)

            tokens.removeAll()

            #expect(lifetimes.living == 0)
        }
    }

    @Test func `can be awaited, with its failure typed`() async {
        let good = await Future<Int, Never> { $0(.success(1)) }.value
        #expect(good == 1)

        do throws(SampleError) {
            _ = try await Future<Int, SampleError> { $0(.failure(SampleError(code: 5))) }.value
        } catch {
            #expect(error.code == 5)
        }
    }
}
