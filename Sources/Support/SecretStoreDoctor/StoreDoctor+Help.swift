extension StoreDoctor {
    /// The text of `--help`.
    package static let help = """
        credentials-doctor COMMAND STORE [DESTINATION]: what a store of secrets holds, without showing them

          list      names, sizes, times and states of the secrets
          verify    list what is wrong, and nothing else
          repair    files: give the folder mode 0700 and its files mode 0600; write the numbers of the latest writes anew
                    if they are damaged
          clean     files: remove drafts of dead processes, with --damaged also the damaged files that were kept;
                    database: remove secrets whose retention has ended
          rotate    files: seal every secret with a new key; database: seal every secret with the first sealing key
          rekey     files: open the store from now on by the key of DESTINATION
          move      move every secret to the store of DESTINATION; run it again after an interruption

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

        exit codes: 0 nothing is wrong, or it was done; 1 something is wrong, or was left; 64 the command line;
        65 the store is damaged; 69 the store is not available or locked; 74 a failed call; 77 wrong key, or not private
        """
}
