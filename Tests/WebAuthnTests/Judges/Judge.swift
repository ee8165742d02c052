import Foundation

/// Another implementation, which judges what ours makes: a program in Python, of `Tests/Judges`.
struct Judge {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let python = root.appending(path: ".build/python/bin/python3")

    /// Whether the judge can be asked; `make test` demands it, so that its tests fail and are not skipped.
    static var isExpected: Bool {
        FileManager.default.fileExists(atPath: python.path)
            || ProcessInfo.processInfo.environment["JUDGES"] == "required"
    }

    /// The judge broke off; its complaint is on standard error.
    struct Speechless: Error {}

    /// The verdict on each case.
    static func verdicts<Case: Encodable>(_ cases: [Case]) async throws -> [Verdict] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "judge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try Data(cases.map { try JSONEncoder().encode($0) }.joined(separator: Data("\n".utf8))).write(to: input)
        try Data().write(to: output)

        let process = Process()
        process.executableURL = python
        process.arguments = [root.appending(path: "Tests/Judges/judge_webauthn.py").path]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard process.terminationStatus == 0 else { throw Speechless() }
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Verdict.self, from: Data($0.utf8)) }
    }
}

/// What the judge says.
struct Verdict: Decodable {
    /// Why it refuses; `nil` when it is content.
    let refusal: String?
    let credentialID: String?
    let publicKey: String?
    let signCount: Int?
    let aaguid: String?
    let format: String?
    let userVerified: Bool?
    let deviceType: String?
    let backedUp: Bool?

    private enum CodingKeys: String, CodingKey {
        case refusal, aaguid, format
        case credentialID = "credential_id"
        case publicKey = "public_key"
        case signCount = "sign_count"
        case userVerified = "user_verified"
        case deviceType = "device_type"
        case backedUp = "backed_up"
    }
}
