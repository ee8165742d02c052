import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct FutureTests {
    @Test func `gives its value to early and late subscribers, when they demand it`() {
        let promise = Mutex<Future<Int, Oops>.Promise?>(nil)
        let future = Future<Int, Oops> { fulfill in promise.withLock { $0 = fulfill } }
        let (early, late) = (Recorder<Int, Oops>(demand: .none), Recorder<Int, Oops>())
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
        let recorder = Recorder<Int, Oops>(demand: .none)
        Future<Int, Oops> { $0(.failure(Oops())) }.subscribe(recorder)

        #expect(recorder.completion == .failure(Oops()))
    }

    @Test func `releases subscribers that cancel`() {
        let census = Census()
        let future = Future<Int, Oops> { _ in }
        var tokens = (0..<3).map { _ in
            let life = census.life()
            return future.sink { _ in
                life.touch()
            } receiveValue: { _ in
                life.touch()
            }
        }
        withExtendedLifetime(future) {
            #expect(census.living == 3)

            tokens.removeAll()

            #expect(census.living == 0)
        }
    }

    @Test func `can be awaited, with its failure typed`() async {
        let good = await Future<Int, Never> { $0(.success(1)) }.value
        #expect(good == 1)

        do throws(Oops) {
            _ = try await Future<Int, Oops> { $0(.failure(Oops(code: 5))) }.value
        } catch {
            #expect(error.code == 5)
        }
    }
}
