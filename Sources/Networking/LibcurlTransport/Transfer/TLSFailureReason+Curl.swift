import CAuth0Curl
import HTTPMessages

extension TransportError.TLSFailureReason {
    /// Creates the reason for a result code of libcurl, or `nil` if the code is not about TLS.
    init?(_ code: CURLcode, of handle: Handle) {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION: self.init(verification: auth0_curl_verify_result(handle.easy))
        case CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: self = .unknownAuthority
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE: self = .trustStoreUnusable
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CLIENTCERT: self = .clientCertificate
        case CURLE_SSL_CIPHER: self = .noCommonProtocol
        case CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED:
            self = Self(message: handle.errorMessage) ?? .handshake
        // In TLS 1.3 the server rejects the client certificate after the client has sent data.
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            guard handle.hasErrorMessage, handle.errorMessage.contains("alert"), handle.response.status == nil,
                let reason = Self(message: handle.errorMessage)
            else { return nil }
            self = reason
        default: return nil
        }
    }

    /// Creates the reason for an `X509_V_ERR_…` of OpenSSL; 0 and 1 mean that libcurl found another host name before.
    private init(verification result: Int) {
        switch result {
        case 0, 1, 62, 64: self = .hostMismatch
        case 9...16: self = .certificateExpired
        case 18, 19: self = .selfSigned
        case 66, 67, 68, 100: self = .weakCertificate
        default: self = .unknownAuthority
        }
    }

    /// Creates the reason for a message of OpenSSL's error queue; its wording is the same in all versions of OpenSSL 3.
    private init?(message: String) {
        let clientCertificate = [
            "certificate required", "alert bad certificate", "alert unknown ca", "alert certificate expired",
            "alert certificate unknown", "alert certificate revoked", "alert unsupported certificate",
            "alert access denied",
        ]
        let noCommonProtocol = [
            "unsupported protocol", "protocol version", "handshake failure", "no protocols available",
            "wrong ssl version", "no ciphers available", "no shared cipher", "wrong version number",
            "insufficient security", "no application protocol", "inappropriate fallback",
        ]
        let weakCertificate = ["key too small", "md too weak", "dh key too small", "wrong signature type"]
        let reasons: [(reason: Self, messages: [String])] = [
            (.clientCertificate, clientCertificate), (.noCommonProtocol, noCommonProtocol),
            (.weakCertificate, weakCertificate),
        ]
        guard let found = reasons.first(where: { $0.messages.contains(where: message.contains) }) else { return nil }
        self = found.reason
    }
}
