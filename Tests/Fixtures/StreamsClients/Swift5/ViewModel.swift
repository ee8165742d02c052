import Foundation
import Streams
import StreamsFoundation

// Written as for Combine, with nothing known of concurrency: compiles in Swift 5 mode, with warnings at most.

class Account {
    var name = ""
    var balance = 0
}

struct Row {
    var account: Account
    var title: String
}

class AccountsViewModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var rows: [Row] = []
    @Published var error: Error?
    var title = ""
    private var cancellables = Set<AnyCancellable>()
    private let reload = PassthroughSubject<Void, Never>()
    private let selection = CurrentValueSubject<Account?, Never>(nil)

    init() {
        $query
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .removeDuplicates()
            .map { $0.uppercased() }
            .sink { [weak self] query in self?.title = query }
            .store(in: &cancellables)
        $query.assign(to: \.title, on: self).store(in: &cancellables)
        selection.compactMap { $0 }.sink { account in account.balance += 1 }.store(in: &cancellables)
        reload
            .flatMap { [unowned self] in self.load() }
            .receive(on: RunLoop.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    if case .failure(let error) = completion { self?.error = error }
                },
                receiveValue: { [weak self] rows in self?.rows = rows }
            )
            .store(in: &cancellables)
        NotificationCenter.default.publisher(for: Notification.Name("changed"))
            .compactMap { $0.userInfo?["name"] as? String }
            .assign(to: &$query)
    }

    func load() -> AnyPublisher<[Row], Error> {
        Future<[Account], Error> { promise in
            DispatchQueue.global().async { promise(.success([Account()])) }
        }
        .map { accounts in accounts.map { Row(account: $0, title: $0.name) } }
        .eraseToAnyPublisher()
    }
}

@MainActor
class ScreenModel: ObservableObject {
    @Published var name = ""
    var shown = ""
    private var cancellables: Set<AnyCancellable> = []

    func bind(to other: AccountsViewModel) {
        other.$query.receive(on: DispatchQueue.main).sink { [weak self] in self?.shown = $0 }.store(in: &cancellables)
        other.$query.map { self.name + $0 }.assign(to: \.shown, on: self).store(in: &cancellables)
    }
}

func countsInALocalVariable() -> Int {
    var count = 0
    var ends: [Subscribers.Completion<Never>] = []
    let token = (1...3).publisher
        .handleEvents(receiveOutput: { _ in count += 1 })
        .sink(receiveCompletion: { ends.append($0) }, receiveValue: { count += $0 })
    token.cancel()
    return count + ends.count
}
