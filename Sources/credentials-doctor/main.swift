import LinuxCLibrary
import LinuxSystemCalls
import SecretStoreDoctor

StandardDescriptors.reserve()
let ending = StoreDoctor.run(Array(CommandLine.arguments.dropFirst()))
for line in ending.output { print(line) }
let failure = StandardDescriptors.flush()
for line in ending.errors + [failure].compactMap(\.self) {
    let bytes = Array("credentials-doctor: \(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
exit(failure == nil ? ending.code : EX_IOERR)
