import Foundation
import Streams
import StreamsTesting
import Testing

/// The conditions that stop a program here and in Combine.
@Suite struct TrapTests {
    @Test func `a negative demand traps`() async {
        await #expect(processExitsWith: .failure) { _ = Demand.max(-1) }
    }

    @Test func `a request of none traps, at an origin and at an operator`() async {
        await #expect(processExitsWith: .failure) { demandNothing(of: Just(1)) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Just(1).handleEvents()) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().dropFirst(2)) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().replaceEmpty(with: 1)) }
        await #expect(processExitsWith: .failure) { demandNothing(of: PassthroughSubject<Int, Never>()) }
        await #expect(processExitsWith: .failure) { demandNothing(of: CurrentValueSubject<Int, Never>(1)) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Future<Int, Never> { _ in }) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().prefix(2)) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().share()) }
    }

    @Test func `a request of none traps at every other origin and operator at which Combine's does`() async {
        await #expect(processExitsWith: .failure) { demandNothing(of: Int?(1).publisher) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Result<Int, Never>.success(1).publisher) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().drop { $0 > 1 }) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().collect(2)) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().flatMap { Just($0) }) }
        await #expect(processExitsWith: .failure) { demandNothing(of: Probe<Int, Never>().zip(Probe<Int, Never>())) }
        await #expect(processExitsWith: .failure) {
            demandNothing(of: Probe<Just<Int>, Never>().switchToLatest())
        }
    }

    @Test func `a request of none of nothing does not trap`() {
        demandNothing(of: Empty<Int, Never>(completeImmediately: false))
    }

    @Test func `a negative number of values traps`() async {
        await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().dropFirst(-1) }
        await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().output(at: -1) }
        await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().output(in: -1..<2) }
        await #expect(processExitsWith: .failure) {
            _ = Probe<Int, Never>().buffer(size: -1, prefetch: .byRequest, whenFull: .dropOldest)
        }
        await #expect(processExitsWith: .failure) { _ = Probe<Int, Never>().collect(0) }
    }

    @Test func `a negative number of values traps behind a known value, too`() async {
        await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) }
        await #expect(processExitsWith: .failure) { _ = Int?(1).publisher.output(in: -1...0) }
        await #expect(processExitsWith: .failure) { _ = Int?(1).publisher.dropFirst(-1) }
        await #expect(processExitsWith: .failure) { _ = [1].publisher.prefix(-1) }
    }

    @Test func `assertNoFailure stops at a failure, and says which`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Fail<Int, SampleError>(error: SampleError(code: 77)).assertNoFailure("sure: ").sink { _ in }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("sure: SampleError(code: 77)"))
    }

    @Test func `a recording takes nothing after its end`() async {
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Never>.Recording(output: [1])
            recording.receive(2)
        }
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Never>.Recording()
            recording.receive(completion: .finished)
            recording.receive(completion: .finished)
        }
    }

    @Test func `a breakpoint raises the signal of debuggers where a closure says so`() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = [1, 2].publisher.breakpoint(receiveOutput: { $0 == 2 }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveSubscription: { _ in true }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveCompletion: { $0 == .finished }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            let failing = Fail<Int, SampleError>(error: SampleError()).breakpointOnError()
            _ = failing.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
    }

    @Test func `a breakpoint whose closures return false changes nothing`() {
        let quiet = three.breakpoint(receiveSubscription: { _ in false }, receiveOutput: { $0 > 3 })

        #expect(quiet.breakpointOnError().transcript == "1 2 3 finished")
    }

    @Test func `a full buffer fails with the error of its maker, and cancels upstream`() {
        let (probe, recorder) = (Probe<Int, SampleError>(), Recorder<Int, SampleError>(demand: .none))
        probe.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { SampleError(code: 9) }).subscribe(recorder)

        probe.send(1)
        probe.send(2)
        recorder.request(.unlimited)

        #expect(recorder.transcript == "1 SampleError(code: 9)" && probe.isCancelled)
    }
}

/// A subscriber that requests a demand of zero values.
private func demandNothing<P: Publisher>(of publisher: P) {
    let recorder = Recorder<P.Output, P.Failure>(demand: .none)
    publisher.subscribe(recorder)
    recorder.request(.none)
}
