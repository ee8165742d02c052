import CAuth0Linux
public import OpenSSLCryptography

extension SecretBytes {
    /// Makes this process non-dumpable, for programs that hold the secrets of many users.
    ///
    /// From then on the kernel writes no core dump of it, and programs of the same user can neither read its memory nor
    /// attach a debugger. A program that it starts is dumpable again. Call this first: it protects strings and the
    /// memory of libraries, too, but not from root.
    ///
    /// - Throws: ``SecretStoreError/Code/failed`` when the kernel refuses it.
    /// - SeeAlso: `PR_SET_DUMPABLE` of [prctl(2)](https://man7.org/linux/man-pages/man2/PR_SET_DUMPABLE.2const.html)
    public static func makeProcessNondumpable() throws {
        guard auth0_make_nondumpable() == 0 else { throw SecretStoreError.system("prctl") }
    }
}
