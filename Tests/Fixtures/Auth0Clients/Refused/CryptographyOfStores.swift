// Error: cannot find type 'PublicKey' in scope
import SecretStorage

// The module of `SecretStore` brings `SecretBytes`, and no other name of the cryptography behind it.
func key(_ secret: SecretBytes) -> PublicKey? { nil }
