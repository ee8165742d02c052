import Dispatch
import ReachFive
import Streams
import Synchronization
import Testing

/// `LoginFuture` and `Promise` by themselves.
@Suite struct FutureTests {
    private struct Failure: Error, Equatable {
        let code: Int
    }
    private typealias Number = LoginFuture<Int, Failure>

    @Test func `callbacks before and after the result receive it, one after the other`() async {
        let promise = Promise<Int, Failure>()
        let seen = Mutex<[String]>([])
        let (events, event) = AsyncStream<Void>.makeStream()
        promise.future.onSuccess { number in seen.withLock { $0.append("before \(number)") } }
            .onFailure { _ in seen.withLock { $0.append("failure") } }

        promise.success(1)
        promise.future.onComplete { _ in
            seen.withLock { $0.append("after") }
            event.finish()
        }
        for await _ in events {}

        #expect(seen.withLock { $0 } == ["before 1", "after"])
    }

    @Test func `the first result counts`() {
        let promise = Promise<Int, Failure>()
        #expect(promise.trySuccess(1))
        #expect(!promise.tryFailure(Failure(code: 2)))
        promise.complete(.success(3))
        #expect(promise.future.value == 1)
        #expect(promise.future.isCompleted && promise.future.isSuccess && !promise.future.isFailure)
        #expect(promise.future.error == nil)
    }

    @Test func `a context runs the callbacks`() {
        let count = Mutex(0)
        let context: Number.ExecutionContext = { work in
            count.withLock { $0 += 1 }
            work()
        }
        let seen = Mutex(0)
        Number(value: 7).onSuccess(context) { number in seen.withLock { $0 = number } }
        #expect(seen.withLock { $0 } == 7)
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `values and errors are transformed`() async throws {
        let failed = Number(error: Failure(code: 4))
        #expect(try await Number(value: 2).map { $0 * 3 }.get() == 6)
        #expect(try await Number(value: 2).flatMap { LoginFuture(value: "\($0)") }.get() == "2")
        #expect(try await Number(value: 2).flatMap { .success($0 + 1) as Result<Int, Failure> }.get() == 3)
        #expect(failed.map { $0 + 1 }.error == Failure(code: 4))
        #expect(failed.mapError { Failure(code: $0.code + 1) }.error == Failure(code: 5))
        #expect(try await failed.recover { $0.code }.get() == 4)
        let other: Number = failed.recoverWith { .init(value: $0.code * 2) }
        #expect(try await other.get() == 8)
        #expect(try await Number(value: 1).zip(Number(value: 2)).get() == (1, 2))
        #expect(failed.asVoid().isFailure)
        #expect(Number(result: .success(1)).result == .success(1))
        #expect(Number { $0(.success(9)) }.value == 9)
    }

    @Test func `andThen completes after its callback`() async throws {
        let seen = Mutex(false)
        let value = try await Number(value: 5).andThen { _ in seen.withLock { $0 = true } }.get()
        #expect(value == 5)
        #expect(seen.withLock { $0 })
    }

    @Test func `a blocked thread receives the result, or nothing in time`() {
        let promise = Promise<Int, Failure>()
        #expect(promise.future.forced(.now()) == nil)
        promise.failure(Failure(code: 1))
        #expect(promise.future.forced() == .failure(Failure(code: 1)))
        #expect(promise.future.forced(.distantFuture) == .failure(Failure(code: 1)))
    }

    @Test func `a promise completes as another future does`() {
        let (one, two) = (Promise<Int, Failure>(), Promise<Int, Failure>())
        two.completeWith(one.future)
        one.success(3)
        #expect(two.future.value == 3)
    }

    @Test func `a publisher fails with the error`() async {
        let failed = Number(error: Failure(code: 4))
        await #expect(throws: Failure(code: 4)) {
            for try await _ in failed.publisher().values {}
        }
    }

    @Test func `ReachFive.Future is the name beside Future of Streams`() {
        let future: ReachFive.Future<Int, Never> = .init(value: 1)
        #expect(future.value == 1)
    }
}
