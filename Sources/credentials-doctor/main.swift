import LinuxCLibrary
import LinuxSystemCalls
import SecretStoreDoctor

StandardDescriptors.reserve()
let ending = StoreDoctor.run(Array(CommandLine.arguments.dropFirst()))
let failure = StandardDescriptors.write(ending.output.map { $0 + "\n" }.joined())
for line in ending.errors + [failure].compactMap(\.self) {
    try? OpenFile.write(Array("credentials-doctor: \(line)\n".utf8), to: STDERR_FILENO)
}
exit(failure == nil ? ending.code : EX_IOERR)
