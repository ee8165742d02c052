extension StoreDoctor {
    /// The version of the package.
    package static let version = "0.2.0"

    /// The text of `--help`: the usage of each command, then the options.
    package static let help: String = {
        let commands = DoctorArguments.Command.allCases.flatMap { command in
            ["  credentials-doctor \(command.usage)"] + command.effect.map { "      \($0)" }
        }
        let heading =
            "credentials-doctor COMMAND STORE [DESTINATION]: what a store of secrets holds, without showing them"
        return ([heading, ""] + commands + ["", options]).joined(separator: "\n")
    }()

    private static let options = """
        The last five say what they will do and ask on the terminal; with --yes they do not ask, with --dry-run they do
        nothing else.

        STORE, files      --directory PATH   the folder of the secrets, or
                          --application ID   the folder of an application in the user's state folder, with
                          (none)             the key in the folder, or
                          --key-file PATH    the key in a file elsewhere, or
                          --passphrase       a question on the terminal, without echo, or
                          --passphrase-fd N  a line of this descriptor
        STORE, keyring    --keyring ID       the items of an application in the keyring of the desktop
        STORE, database   --postgres URL     postgresql://USER@HOST:PORT/DATABASE, or USER@/DATABASE?host=FOLDER for a
                                             socket; sslmode=verify-full|require|disable, sslrootcert=PATH
                          --key-file PATH    the sealing keys, in a private file, or
                          --key-fd N         the sealing keys, from this descriptor
                          --password         a question on the terminal, without echo, or
                          --password-fd N    a line of this descriptor
        DESTINATION       the same options with --to-, such as --to-keyring ID

        The sealing keys are lines of an ID, a space and 64 or more hexadecimal digits; the first one is the current key.
        No passphrase, password or key is an argument, or taken from the environment.

        --version prints the version, --help or -h this text, with any command.
        --json makes the last line of a failure, on standard error, a JSON object with error (usage, damaged, unavailable,
        failed, notPermitted, notDone), message and status (the exit code).

        exit codes: 0 nothing is wrong, or it was done; 1 something is wrong, or was left; 64 the command line;
        65 the store is damaged; 69 the store does not exist, is not available or is locked; 74 a failed call,
        or a sealing key whose ID was not given; 77 wrong key, or not private

        Examples:
          credentials-doctor verify --application com.example.notes
          credentials-doctor move --application com.example.notes --to-keyring com.example.notes
          credentials-doctor rotate --postgres postgresql://app@db.example.com/app --key-file /etc/app/keys --password
        """
}

extension DoctorArguments.Command {
    /// The words after the name of the program.
    fileprivate var usage: String {
        let words = [rawValue, "STORE"] + (hasDestination ? ["DESTINATION"] : []) + switches.map { "[\($0.rawValue)]" }
        return words.joined(separator: " ")
    }

    /// The lines that describe the effect.
    fileprivate var effect: [String] {
        switch self {
        case .list: ["the status of a store: names, sizes, times and states of its secrets"]
        case .verify: ["list what is wrong, and nothing else"]
        case .repair:
            [
                "files: take the access of others away, put aside what is unreadable (as *.damaged), make a new key if",
                "it is lost; with --key-lost put everything aside because the key or passphrase is lost",
            ]
        case .clean:
            [
                "files: remove drafts of dead processes and what 0.1.0 left, with --damaged also what was put aside;",
                "database: remove secrets whose retention has ended",
            ]
        case .rotate:
            ["files: seal every secret with a new key; database: seal every secret with the first sealing key"]
        case .rekey: ["files: open the store from now on by the key of DESTINATION"]
        case .move:
            [
                "move every secret to the store of DESTINATION, where none may differ; run it again after an",
                "interruption; in a database a secret has no retention until its program writes it",
            ]
        }
    }
}
