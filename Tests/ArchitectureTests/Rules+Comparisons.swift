extension Rules {
    /// Comparisons of a state, a nonce, a hash, a code of a message or a secret whose duration depends on the contents,
    /// in the files that compare secrets: those that use `ConstantTime`, outside the emulator and its Swift programs.
    ///
    /// A comparison with `nil`, with a case of an enumeration or of a length tells nothing about the contents. The two
    /// that are listed compare hashes of public headers, or of keys that are readable beside them.
    ///
    /// - SeeAlso: threats.md, M2
    static func variableTimeComparisons(_ files: [SourceFile]) -> [String] {
        let secret = #/\b(?:state|nonce|mac|tag|hash|digest|thumbprint|secret|verifier|mark)\b(?!\.count)/#
            .wordBoundaryKind(.simple)
        let comparison = #/(?:==|!=|\.elementsEqual\(|\.isSame\()/#
        let harmless = #/(?:==|!=) *(?:nil\b|\.[a-z])/#.wordBoundaryKind(.simple)
        return files.filter { file in
            file.isShipped && file.isSwift && !file.path.hasPrefix("Sources/TenantEmulator/")
                && !file.path.hasSuffix("/KeyEnvelope.swift") && file.text.contains("ConstantTime")
        }.flatMap { file in
            file.code.enumerated().compactMap { index, line -> String? in
                let code = line.replacing(harmless, with: "")
                // Each part of a condition is a comparison of its own.
                let parts = code.split { "{},;".contains($0) || $0 == "&" || $0 == "|" }
                let isSuspect = parts.contains { $0.contains(comparison) && $0.contains(secret) }
                return isSuspect ? "\(file.path):\(index + 1)" : nil
            }
        }
    }
}
