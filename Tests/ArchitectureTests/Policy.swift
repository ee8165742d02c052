/// The rules that the manifest cannot state: system modules, forbidden edges, limits.
///
/// Which target may import which other target is not here: `Package.swift` says it, and the tests derive it from there.
enum Policy {
    /// The modules of the toolchain that a target's sources may import; `nil` for a target that is not listed.
    static let systemModules: [String: Set<String>] = [
        "Auth0": ["FoundationEssentials", "Dispatch", "Synchronization"],
        "Auth0Testing": ["FoundationEssentials", "Synchronization"],
        "Auth0WebView": ["FoundationEssentials", "Synchronization"],
        "OpenID": ["FoundationEssentials", "Dispatch", "Synchronization"],
        "JOSE": ["FoundationEssentials", "Synchronization"],
        "PostgresStore": ["Dispatch", "Synchronization"],
        "ReachFive": ["FoundationEssentials", "Dispatch", "Synchronization"],
        "SecretServiceStore": ["Dispatch", "Synchronization"],
        "SimpleKeychain": ["FoundationEssentials"],
        // LocalizedError, for the errors of the module.
        "UserPresencePAM": ["FoundationEssentials", "Synchronization"],
        "TenantEmulator": ["FoundationEssentials", "Synchronization"],
        "tenant-emulator": [],
        "credentials-doctor": [],

        "Streams": ["Synchronization", "Glibc", "Musl"],
        "StreamsExtras": ["Synchronization"],
        "StreamsFoundation": ["Foundation", "Dispatch", "Synchronization"],
        "StreamsFoundationNetworking": ["Foundation", "FoundationNetworking", "Synchronization"],
        "StreamsTesting": ["Synchronization", "Testing"],

        "HTTPMessages": ["FoundationEssentials", "Synchronization"],
        "LibcurlTransport": ["Synchronization", "Dispatch"],
        "HTTPURLSession": ["Foundation", "FoundationNetworking", "Synchronization"],
        "RequestPipeline": ["FoundationEssentials", "Dispatch", "Synchronization"],

        "LinuxCLibrary": ["Glibc", "Musl"],
        "ByteEncodings": [],
        "OpenSSLCryptography": ["Synchronization"],
        "SecretStorage": ["FoundationEssentials", "Synchronization"],
        "SecretStoreDoctor": [],
        "LinuxSystemCalls": ["Dispatch", "Synchronization"],
        "LoginBrowsers": ["FoundationEssentials", "Synchronization"],
        "PasskeyAuthenticator": ["FoundationEssentials", "Synchronization"],
        "QRCodeSymbols": ["FoundationEssentials"],
    ]

    /// Targets that must never be reached, directly or through others.
    static let forbidden: [String: Set<String>] = [
        // A bug that both sides share would cancel out.
        "TenantEmulator": ["OpenID", "Auth0", "ReachFive", "RequestPipeline", "Streams"],
        // A facade never stands on another.
        "OpenID": ["Auth0", "ReachFive"],
        "ReachFive": ["Auth0"],
        // Publishers need the standard library only; tokens and keys need no network.
        "Streams": ["HTTPMessages", "RequestPipeline", "ByteEncodings"],
        "JOSE": ["HTTPMessages", "Streams"],
        "PasskeyAuthenticator": ["HTTPMessages", "Streams", "OpenID"],
        "SimpleKeychain": ["HTTPMessages", "Streams", "OpenID"],
        "UserPresencePAM": ["HTTPMessages", "Streams", "OpenID"],
        // A program that keeps its secrets in files links no libpq, and looks for no libsecret.
        "Auth0": ["PostgresStore", "SecretServiceStore", "SecretStoreDoctor"],
        "SecretServiceStore": ["PostgresStore"],
        "SecretStorage": ["PostgresStore", "SecretServiceStore"],
    ]

    /// The targets whose purpose is full `Foundation`; elsewhere it costs a program 54 MB of libraries.
    static let foundationBridges: Set<String> = [
        "StreamsFoundation", "StreamsFoundationNetworking", "HTTPURLSession",
    ]

    /// Names that other packages use for targets of their own.
    static let commonTargetNames: Set<String> = [
        "HTTP", "WebAuthn", "Keychain", "QRCode", "Pipeline", "Threads", "Programs", "Terminals", "Encodings",
        "Cryptography", "Crypto", "Loopback", "UserAgents", "Networking", "Utilities", "Core", "JSON", "Logging",
        "Demo", "Passkeys", "Invitation", "WebDriver", "Screenshots", "CCurl", "COpenSSL", "CLinux", "CCBOR",
    ]

    /// Folder names that say what kind of code is inside instead of what it is about.
    static let refusedFolders: Set<String> = ["Utils", "Helpers", "Common", "Extensions"]

    /// The longest file, in lines.
    static let longestFile = 400

    /// The largest number of top-level names that each import brings.
    ///
    /// The goal for `Auth0` was 90. Of its names 96 are those of Auth0.swift itself, which programs that move over use,
    /// so that fewer are impossible; the others are the types of its results and of what only Linux has.
    static let mostImportedNames = ["Auth0": 142, "OpenID": 75]

    /// The settings that every Swift target is compiled with, as ``Manifest/Setting/name`` has them.
    static let requiredSettings: Set<String> = [
        "treatAllWarnings error", "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
        "NonisolatedNonsendingByDefault",
    ]
    /// The settings that targets of `Sources` have beside them.
    static let shippedSettings: Set<String> = ["treatWarning ExplicitSendable error"]
}
