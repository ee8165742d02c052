import Foundation
import Streams
import StreamsFoundation
import Synchronization

// Compiles in Swift 6 mode without a warning, and without `@unchecked`.

struct Item: Sendable, Codable, Hashable {
    var name: String
}

struct NetworkError: Error, Equatable {}

@MainActor
final class ItemsModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var items: [Item] = []
    private(set) var failure: NetworkError?
    private var tokens: Set<AnyCancellable> = []

    func start(_ service: ItemService) {
        $query
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .setFailureType(to: NetworkError.self)
            .flatMap { service.items(matching: $0) }
            .sinkOnMainActor { [weak self] completion in
                if case .failure(let failure) = completion { self?.failure = failure }
            } receiveValue: { [weak self] items in
                self?.items = items
            }
            .store(in: &tokens)
        NotificationCenter.default.publisher(for: Notification.Name("reset"))
            .map { _ in "" }
            .assign(to: &$query)
    }

    func watch() async {
        for await query in $query.values where query.isEmpty { items = [] }
    }
}

struct ItemService: Sendable {
    let latest = CurrentValueSubject<[Item], Never>([])

    func items(matching query: String) -> AnyPublisher<[Item], NetworkError> {
        Future { () async throws(NetworkError) -> [Item] in
            if query.isEmpty { throw NetworkError() }
            return [Item(name: query)]
        }
        .retry(2)
        .handleEvents(receiveOutput: { latest.send($0) })
        .eraseToAnyPublisher()
    }
}

final class Total: Sendable {
    private let sum = Mutex(0)
    var value: Int {
        get { sum.withLock { $0 } }
        set { sum.withLock { $0 = newValue } }
    }
}

actor Archive {
    private var names: [String] = []

    func keep(_ publisher: some Publisher<Item, NetworkError>) async throws(NetworkError) {
        for try await item in publisher.values(buffering: .bufferingNewest(10)) { names.append(item.name) }
    }
}

func program() -> [AnyCancellable] {
    let total = Total()
    var tokens: [AnyCancellable] = []
    (1...3).publisher.scan(0, +).assign(to: \.value, on: total).store(in: &tokens)
    Timer.publish(every: 1, on: .main, in: .common).autoconnect().map(\.timeIntervalSince1970)
        .receive(on: .mainActor).sink { print($0) }.store(in: &tokens)
    Just(Item(name: "a")).encode(encoder: JSONEncoder()).decode(type: Item.self, decoder: JSONDecoder())
        .receive(on: OperationQueue.main).sink { _ in
        } receiveValue: {
            print($0)
        }.store(in: &tokens)
    Publishers.CombineLatest3(Just(1), Just(""), Just(true)).map { "\($0) \($1) \($2)" }
        .subscribe(on: DispatchQueue.global()).sink { print($0) }.store(in: &tokens)
    return tokens
}
