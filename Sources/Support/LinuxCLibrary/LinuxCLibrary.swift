// The C library of the system, for all other modules but Streams, which depends on nothing. Nothing has been compiled
// with Musl (static Linux SDK) yet.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif
