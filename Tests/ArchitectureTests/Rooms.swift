/// One line of the house's import table.
struct Room {
    /// The module.
    let name: String
    /// The only modules that its sources may import.
    let imports: Set<String>

    init(_ name: String, _ imports: String...) { (self.name, self.imports) = (name, Set(imports)) }
}

/// The import table: what each room may import, and nothing else.
///
/// A room that is not built yet has its line already; a folder of `Sources` without a line is an error.
enum Rooms {
    static let table: [Room] = [
        // Values over time.
        Room("Streams", "Synchronization", "Glibc", "Musl"),
        Room("StreamsFoundation", "Streams", "Foundation", "Dispatch", "Synchronization"),
        Room("StreamsFoundationNetworking", "Streams", "Foundation", "FoundationNetworking", "Synchronization"),
        Room("StreamsTesting", "Streams", "Synchronization", "Testing"),

        // From bytes to answers.
        Room("Encodings"),
        Room("HTTP", "Encodings"),
        Room("HTTPTesting", "HTTP", "Dispatch", "Synchronization"),
        Room("Threads", "CLinux", "Glibc", "Synchronization"),
        Room("Programs", "CLinux", "Glibc"),
        Room("ProcessTesting", "Programs", "Threads", "CLinux", "FoundationEssentials", "Glibc", "Synchronization"),
        Room("HTTPCurl", "HTTP", "Threads", "CCurl", "CLinux", "Glibc", "Synchronization", "Dispatch"),
        Room("HTTPURLSession", "HTTP", "Foundation", "FoundationNetworking", "Synchronization"),
        Room(
            "Pipeline",
            "HTTP", "Streams", "Encodings", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc"),

        // People.
        Room("QRCode"),
        Room("Terminals", "QRCode", "Pipeline", "CLinux", "Glibc"),

        // Keys and signatures.
        Room("Cryptography", "COpenSSL", "Synchronization", "Glibc"),
        Room("JOSE", "Cryptography", "Encodings", "FoundationEssentials", "Synchronization"),

        // Logins.
        Room(
            "OpenID",
            "Pipeline", "HTTP", "HTTPCurl", "Streams", "JOSE", "Cryptography", "Loopback", "UserAgents", "Keychain",
            "Threads", "Encodings", "QRCode", "Terminals", "FoundationEssentials", "Dispatch",
            "Synchronization"),
        Room("OpenIDTesting", "OpenID", "Streams", "Synchronization"),
        Room("Keychain", "Cryptography", "Encodings", "Threads", "CLinux", "Glibc", "Synchronization"),
        Room("UserAgents", "HTTP", "Programs", "FoundationEssentials", "Threads", "CLinux", "Glibc", "Synchronization"),
        Room(
            "WebAuthn", "Keychain", "Cryptography", "Encodings", "Threads", "FoundationEssentials", "Synchronization"),
        Room("Loopback", "Threads", "CLinux", "Glibc", "Synchronization"),

        // What people import. A facade never imports the other.
        Room(
            "Auth0",
            "OpenID", "WebAuthn", "UserAgents", "Pipeline", "HTTP", "HTTPCurl", "Streams", "JOSE", "Keychain",
            "Loopback", "QRCode", "Terminals",
            "Encodings",
            "FoundationEssentials", "Dispatch", "Synchronization"),
        Room(
            "Auth0WebView",
            "Auth0", "UserAgents", "Keychain", "Threads", "CLinux", "CWebKitGTK", "FoundationEssentials", "Glibc",
            "Synchronization"),
        Room(
            "ReachFive",
            "OpenID", "Pipeline", "HTTP", "HTTPCurl", "Streams", "JOSE", "Keychain", "Loopback", "Encodings",
            "FoundationEssentials", "Dispatch", "Synchronization"),

        // A tenant on loopback: never OpenID or a facade, so that a bug shared by both sides cannot cancel out.
        Room(
            "TenantEmulator",
            "JOSE", "QRCode", "Cryptography", "Encodings", "CMicroHTTPD", "CCBOR", "FoundationEssentials", "Glibc",
            "Synchronization"),
        Room("tenant-emulator", "TenantEmulator", "Glibc"),
    ]

    /// The rooms that stand between us and full `Foundation`; it costs 54 MB of libraries wherever else it is imported.
    static let foundationBridges: Set<String> = [
        "StreamsFoundation", "StreamsFoundationNetworking", "HTTPURLSession",
    ]

    /// What a program of `Examples/Sources` may import besides the modules of library products.
    static let systemModulesOfExamples: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Glibc", "Synchronization",
    ]

    /// The folder of programs, which share one rule instead of a line each.
    static let examples = "Examples"

    /// Folder names that say what kind of code is inside instead of what it is about.
    static let refusedFolders: Set<String> = ["Utils", "Helpers", "Common", "Extensions"]

    /// The longest file anybody has to read.
    static let longestFile = 400

    /// The settings that every Swift target is compiled with, as `swift package dump-package` prints them.
    static let requiredSettings: Set<String> = [
        "treatAllWarnings", "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
        "NonisolatedNonsendingByDefault",
    ]
}
