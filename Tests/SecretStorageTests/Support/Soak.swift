import Foundation

/// The long form of tests, which `make soak` runs.
enum Soak {
    static let isOn = ProcessInfo.processInfo.environment["SOAK"] == "long"
}
