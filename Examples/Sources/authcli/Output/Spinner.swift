import Auth0
import Synchronization

/// A spinner shown while the program waits for the user; a plain line if the terminal cannot show animation.
final class Spinner: Sendable {
    private let output: UserOutput
    private let turning = Mutex<Task<Void, Never>?>(nil)

    init(_ output: UserOutput) { self.output = output }

    /// Shows the spinner.
    func start(_ text: String) {
        // A wrapped line cannot be overwritten.
        let hasRoom = output.terminal.columns.map { text.count + 4 <= $0 } ?? true
        guard output.canAnimate, hasRoom else { return output.writeLine("\(text) ...") }
        let signs =
            output.terminal.usesUTF8 ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
        let terminal = output.terminal
        let task = Task {
            var turn = 0
            while !Task.isCancelled {
                terminal.write("\r\(signs[turn % signs.count]) \(text) ")
                turn += 1
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        turning.withLock { $0 = task }
    }

    /// Removes the spinner and its line.
    func stop() async {
        guard let task = turning.withLock({ $0.take() }) else { return }
        task.cancel()
        await task.value
        output.terminal.write("\r\u{1B}[K")
    }
}
