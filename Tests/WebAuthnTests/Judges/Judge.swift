import Foundation
import ProcessTesting

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

    /// The judge broke off.
    struct Speechless: Error { let complaint: String }

    /// The verdict on each case.
    static func verdicts<Case: Encodable>(_ cases: [Case]) async throws -> [Verdict] {
        let lines = try cases.map { try JSONEncoder().encode($0) }.joined(separator: Data("\n".utf8))
        let judgement = try await ProgramRun(
            python.path, [root.appending(path: "Tests/Judges/judge_webauthn.py").path], input: Array(lines))
        guard judgement.status == 0 else {
            throw Speechless(complaint: String(decoding: judgement.errors, as: UTF8.self))
        }
        return try judgement.output.split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(Verdict.self, from: Data($0)) }
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
