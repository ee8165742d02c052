enum WebAuthnTarget {}
