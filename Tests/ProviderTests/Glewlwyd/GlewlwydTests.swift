import Testing

/// Clients at an independent provider in C.
///
/// One test after the other: under concurrent requests Glewlwyd 2.7.5 ends connections, refuses codes it has just
/// issued, and crashes.
@Suite(.serialized, .enabled(if: GlewlwydProvider.isExpected), .timeLimit(.minutes(30))) enum GlewlwydTests {}
