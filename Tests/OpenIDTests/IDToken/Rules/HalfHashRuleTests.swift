import ByteEncodings
import Foundation
import JOSE
import OpenSSLCryptography
import ProgramRunner
import Testing

@testable import OpenID

@Suite struct HalfHashRuleTests {
    private let issuer: ClaimsIssuer
    private let token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
    private let hash = "77QmUPtjPfzWtF2AnpK9RQ"

    init() throws { issuer = try ClaimsIssuer() }

    private func rule(_ claim: String, requiring isRequired: Bool = false) -> HalfHashRule {
        HalfHashRule(claim: claim, text: token, isRequired: isRequired)
    }

    @Test func `J16 accepts the published hash of the token`() throws {
        let url = URL(filePath: Checkout.path + "/Tests/Vectors/rfc/oidc_hashes.json")
        let published = try JSONValue(parsing: Array(Data(contentsOf: url)))
        guard case .array(let vectors)? = published["vectors"] else { throw CocoaError(.fileReadCorruptFile) }
        #expect(!vectors.isEmpty)

        for vector in vectors {
            // RS256 and HS256 have the same hash.
            #expect(vector["alg"]?.string == "RS256")
            for claim in ["at_hash", "c_hash"] {
                let rule = HalfHashRule(claim: claim, text: vector["access_token"]?.string, isRequired: true)
                #expect(try issuer.complaint(rule, #"{"\#(claim)":"\#(vector["at_hash"]?.string ?? "")"}"#) == nil)
            }
        }
    }

    @Test(arguments: ["at_hash", "c_hash"])
    func `J16 refuses the hash of another value`(claim: String) throws {
        for other in [String(hash.dropLast()), hash + "A", "", "77QmUPtjPfzWtF2AnpK9Rq", hash.lowercased()] {
            let error = try issuer.complaint(rule(claim), #"{"\#(claim)":"\#(other)"}"#)
            #expect(error?.claim == claim)
        }
        #expect(try issuer.complaint(rule(claim), #"{"\#(claim)":1}"#)?.code == .claimInvalid)
        #expect(try issuer.complaint(rule(claim), #"{"\#(claim)":"\#(hash)"}"#) == nil)
    }

    @Test(arguments: ["at_hash", "c_hash"])
    func `J16 a missing hash is refused only if it is required`(claim: String) throws {
        #expect(try issuer.complaint(rule(claim), "{}") == nil)
        #expect(try issuer.complaint(rule(claim, requiring: true), "{}")?.code == .claimMissing)
        #expect(
            try issuer.complaint(HalfHashRule(claim: claim, text: nil, isRequired: false), #"{"\#(claim)":"x"}"#) == nil
        )
    }

    @Test(arguments: [
        (SignatureAlgorithm.rs384, HashAlgorithm.sha384), (.es512, .sha512), (.edDSA, .sha512), (.ps256, .sha256),
        (.es384, .sha384),
    ])
    func `J16 uses the hash of the signature algorithm`(algorithm: SignatureAlgorithm, hash: HashAlgorithm) {
        let digest = hash.digest(of: Array(token.utf8))

        #expect(algorithm.halfHash(of: token) == Base64URL.encode(digest.prefix(digest.count / 2)))
    }
}
