import LinuxCLibrary
import SecretStoreDoctor

let ending = StoreDoctor.run(Array(CommandLine.arguments.dropFirst()))
for line in ending.output { print(line) }
fflush(nil)
for line in ending.errors {
    let bytes = Array("credentials-doctor: \(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
exit(ending.code)
