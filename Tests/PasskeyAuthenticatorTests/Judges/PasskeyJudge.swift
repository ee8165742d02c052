import ProgramRunner

/// Another implementation of relying parties: the Python package `webauthn`.
enum PasskeyJudge {
    private static let judge = PythonJudge("judge_webauthn.py")

    /// Returns the verdict on each case.
    static func verdicts(_ cases: [JudgedCase]) async throws -> [Verdict] {
        try await judge.verdicts(cases)
    }
}

/// The verdict of the judge.
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
