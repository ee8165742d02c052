extension String {
    /// The string with escaped control characters, line separators and characters that change the direction of text,
    /// which could forge or hide a line of a log (CWE-117).
    package var escapedForLog: String { escaped { "\\u{\(String($0.value, radix: 16, uppercase: true))}" } }

    /// The same JSON text, in which these characters are escapes of JSON.
    var escapedJSON: String {
        // Each of the characters is one UTF-16 code unit.
        escaped { "\\u" + String(0x1_0000 | $0.value, radix: 16).dropFirst() }
    }

    private func escaped(_ escape: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isUnsafeInLog) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnsafeInLog {
                text += escape(scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isUnsafeInLog: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }
}
