import Streams
import Testing

/// Subjects against a list model, with subscribers that send, complete, subscribe, request and cancel meanwhile.
@Suite struct SubjectModelTests {
    @Test(arguments: [true, false])
    func `a subject publishes what its model publishes, whatever its subscribers do meanwhile`(keepsValue: Bool) {
        for seed in 1...3000 {
            let program = SubjectProgram(seed: seed)
            let expected = SubjectPlay(program, on: ListedSubject(value: keepsValue ? 0 : nil)).run()
            let events =
                keepsValue
                ? SubjectPlay(program, on: CurrentValueSubject(0)).run()
                : SubjectPlay(program, on: PassthroughSubject()).run()
            #expect(events == expected, "seed \(seed): \(program)")
            if events != expected { break }
        }
    }
}

/// Random actions on a subject, some of them inside deliveries.
private struct SubjectProgram: Sendable {
    enum Action: Sendable {
        case send(Int)
        case complete(Subscribers.Completion<SampleError>)
        case subscribe(Int)
        case request(Int, Subscribers.Demand)
        case cancel(Int)
    }

    struct Reader: Sendable {
        let initialDemand: Subscribers.Demand
        let demandPerValue: Subscribers.Demand
        /// The actions at the subscription, at the n-th value, or at the completion, which is number -1.
        let reactions: [(moment: Int, action: Action)]
    }

    let readers: [Reader]
    let actions: [Action]

    init(seed: Int) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...4, using: &random)
        func action(_ random: inout SeededGenerator) -> Action {
            let reader = Int.random(in: 0..<count, using: &random)
            return switch Int.random(in: 0...15, using: &random) {
            case 0...6: .send(Int.random(in: 1...9, using: &random))
            case 7: .complete(Bool.random(using: &random) ? .finished : .failure(SampleError()))
            case 8...10: .subscribe(reader)
            case 11...13: .request(reader, .max(Int.random(in: 1...2, using: &random)))
            default: .cancel(reader)
            }
        }
        let demands: [Subscribers.Demand] = [.none, .max(1), .max(3), .unlimited]
        readers = (0..<count).map { _ in
            Reader(
                initialDemand: demands[Int.random(in: 0...3, using: &random)],
                demandPerValue: .max(Int.random(in: 0...2, using: &random) / 2),
                reactions: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    (Int.random(in: -1...3, using: &random), action(&random))
                })
        }
        actions = [.subscribe(0)] + (0..<Int.random(in: 3...14, using: &random)).map { _ in action(&random) }
    }
}

/// A subject with the subscribers of a program, and the log of what they receive.
private final class SubjectPlay<S: Subject<Int, SampleError>>: @unchecked Sendable {  // used by one thread
    private let program: SubjectProgram
    private let subject: S
    private var log: [String] = []
    private var subscribed: Set<Int> = []
    private var subscriptions: [Int: any Subscription] = [:]
    private var counts: [Int: Int] = [:]

    init(_ program: SubjectProgram, on subject: S) { (self.program, self.subject) = (program, subject) }

    func run() -> [String] {
        for (index, action) in program.actions.enumerated() {
            log.append("action \(index)")
            perform(action)
        }
        for subscription in subscriptions.values { subscription.cancel() }
        subscriptions = [:]
        return log
    }

    private func perform(_ action: SubjectProgram.Action) {
        switch action {
        case .send(let value): subject.send(value)
        case .complete(let completion): subject.send(completion: completion)
        case .subscribe(let reader): subscribe(reader)
        case .request(let reader, let demand): subscriptions[reader]?.request(demand)
        case .cancel(let reader): subscriptions[reader]?.cancel()
        }
    }

    private func subscribe(_ number: Int) {
        guard subscribed.insert(number).inserted else { return }
        let reader = program.readers[number]
        subject.subscribe(
            AnySubscriber(
                receiveSubscription: { [self] subscription in
                    subscriptions[number] = subscription
                    if reader.initialDemand > .none { subscription.request(reader.initialDemand) }
                    note(number, "subscription", moment: 0)
                },
                receiveValue: { [self] value in
                    counts[number, default: 0] += 1
                    note(number, "\(value)", moment: counts[number, default: 0])
                    return reader.demandPerValue
                },
                receiveCompletion: { [self] in note(number, "\($0)", moment: -1) }))
    }

    private func note(_ number: Int, _ text: String, moment: Int) {
        log.append("\(number) \(text)")
        for (at, action) in program.readers[number].reactions where at == moment { perform(action) }
    }
}

/// The model: events wait in a list until those before them are delivered.
private final class ListedSubject: Subject, @unchecked Sendable {  // used by one thread
    typealias Output = Int
    typealias Failure = SampleError

    /// The latest values that were delivered and sent; `nil` if the subject keeps none.
    fileprivate var (delivered, sent): (Int?, Int?)
    private var isClosed = false
    private var end: Subscribers.Completion<SampleError>?
    private var members: [Member] = []
    private var isDelivering = false
    private var waiting: [() -> Void] = []

    init(value: Int?) { (delivered, sent) = (value, value) }

    func send(subscription: any Subscription) { subscription.request(.unlimited) }

    func send(_ value: Int) {
        guard !isClosed else { return }
        if sent != nil { sent = value }
        inTurn { [self] in
            if delivered != nil { delivered = value }
            for member in members { member.isUpToDate = member.offer(value) }
        }
    }

    func send(completion: Subscribers.Completion<SampleError>) {
        guard !isClosed else { return }
        isClosed = true
        inTurn { [self] in
            end = completion
            let all = members
            members = []
            for member in all { member.finish(completion) }
        }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == SampleError {
        let member = Member(of: self, AnySubscriber(subscriber))
        guard isDelivering else {
            inTurn { [self] in
                member.subscriber?.receive(subscription: end == nil ? member : Subscriptions.empty)
                attach(member)
            }
            return
        }
        // The subscription and the latest value come at once; later values come in turn.
        member.early = isClosed ? nil : sent
        member.isUpToDate = member.early != nil
        inTurn { self.attach(member) }
        member.subscriber?.receive(subscription: member)
        guard let early = member.early.take() else { return }
        if member.offer(early) { return }
        inTurn { [self] in
            member.isUpToDate = member.hasReceived
            catchUp(member)
        }
    }

    private func attach(_ member: Member) {
        if let end { return member.finish(end) }
        if member.subscriber != nil { members.append(member) }
        catchUp(member)
    }

    fileprivate func catchUp(_ member: Member) {
        guard let delivered, !member.isUpToDate, members.contains(where: { $0 === member }) else { return }
        member.isUpToDate = member.offer(delivered)
    }

    fileprivate func remove(_ member: Member) { inTurn { self.members.removeAll { $0 === member } } }

    fileprivate func inTurn(_ event: @escaping () -> Void) {
        waiting.append(event)
        guard !isDelivering else { return }
        isDelivering = true
        while !waiting.isEmpty { waiting.removeFirst()() }
        isDelivering = false
    }
}

/// A subscriber of the model, with its demand.
private final class Member: Subscription, @unchecked Sendable {  // used by one thread
    private let subject: ListedSubject
    var subscriber: AnySubscriber<Int, SampleError>?
    var isUpToDate = false
    /// The value for a subscriber that subscribes during a delivery, if it requests one in `receive(subscription:)`.
    var early: Int?
    var hasReceived = false
    private var demand = Subscribers.Demand.none

    init(of subject: ListedSubject, _ subscriber: AnySubscriber<Int, SampleError>) {
        (self.subject, self.subscriber) = (subject, subscriber)
    }

    func request(_ more: Subscribers.Demand) {
        demand += more
        if early == nil { subject.inTurn { self.subject.catchUp(self) } }
    }

    func cancel() {
        subscriber = nil
        subject.remove(self)
    }

    func offer(_ value: Int) -> Bool {
        guard let subscriber, demand > .none else { return false }
        demand -= 1
        hasReceived = true
        let more = subscriber.receive(value)
        demand += more
        return true
    }

    func finish(_ completion: Subscribers.Completion<SampleError>) {
        subscriber.take()?.receive(completion: completion)
    }
}
