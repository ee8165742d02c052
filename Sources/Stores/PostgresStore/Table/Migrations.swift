import SecretStorage

/// The numbered changes of the schema `auth0_streams`. A number and its text never change once released.
enum Migrations {
    /// The changes; the first has the number 1.
    private static let all: [StaticString] = [
        """
        CREATE TABLE auth0_streams.migrations (
            number integer PRIMARY KEY,
            applied_at timestamptz NOT NULL DEFAULT now());
        CREATE TABLE auth0_streams.secrets (
            version bigint NOT NULL,
            updated_at timestamptz NOT NULL DEFAULT now(),
            expires_at timestamptz,
            id bytea PRIMARY KEY,
            key_id text NOT NULL,
            sealed bytea NOT NULL);
        ALTER TABLE auth0_streams.secrets ALTER COLUMN sealed SET STORAGE EXTERNAL;
        CREATE INDEX secrets_expires_at ON auth0_streams.secrets (expires_at) WHERE expires_at IS NOT NULL;
        CREATE FUNCTION auth0_streams.announce() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
        BEGIN
            IF TG_OP = 'TRUNCATE' THEN
                PERFORM pg_notify('auth0_streams', 'everything');
            ELSIF TG_OP = 'DELETE' THEN
                PERFORM pg_notify('auth0_streams', 'changed ' || encode(OLD.id, 'hex'));
            ELSE
                PERFORM pg_notify('auth0_streams', 'changed ' || encode(NEW.id, 'hex') || ' ' || NEW.version);
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER announce_presence AFTER INSERT OR DELETE ON auth0_streams.secrets
            FOR EACH ROW EXECUTE FUNCTION auth0_streams.announce();
        CREATE TRIGGER announce_version AFTER UPDATE ON auth0_streams.secrets
            FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION auth0_streams.announce();
        CREATE TRIGGER announce_everything AFTER TRUNCATE ON auth0_streams.secrets
            FOR EACH STATEMENT EXECUTE FUNCTION auth0_streams.announce();
        INSERT INTO auth0_streams.migrations (number) VALUES (1);
        """,
        // The key of the names leaves the table of the secrets, which an administrator may empty.
        """
        CREATE TABLE auth0_streams.name_key (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            version bigint NOT NULL,
            key_id text NOT NULL,
            sealed bytea NOT NULL);
        DO $$ DECLARE held record; BEGIN
            FOR held IN SELECT DISTINCT grantee, privilege_type
                FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
                WHERE pg_class.oid = 'auth0_streams.secrets'::regclass
                    AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE') LOOP
                EXECUTE format('GRANT %s ON auth0_streams.name_key TO %s', held.privilege_type,
                    CASE held.grantee WHEN 0 THEN 'PUBLIC' ELSE held.grantee::regrole::text END);
            END LOOP;
        END $$;
        WITH moved AS (
            DELETE FROM auth0_streams.secrets WHERE id = decode(repeat('00', 16), 'hex')
            RETURNING version, key_id, sealed)
        INSERT INTO auth0_streams.name_key (version, key_id, sealed) SELECT version, key_id, sealed FROM moved;
        INSERT INTO auth0_streams.migrations (number) VALUES (2);
        """,
    ]

    /// Applies the changes that the database does not have.
    static func apply(_ connection: Connection) throws {
        if try number(connection) == all.count { return }
        try connection.run("BEGIN; SELECT pg_advisory_xact_lock(4221530871936453)")
        do {
            let number = try number(connection)
            if try !connection.execute(.schema).isTrue(0, 0) { try connection.run("CREATE SCHEMA auth0_streams") }
            for change in all.dropFirst(number) { try connection.run(change) }
            try connection.run("COMMIT")
        } catch {
            if !connection.isLost { _ = try? connection.run("ROLLBACK") }
            throw error
        }
    }

    /// Whether the database has the tables; throws if another version of the package made them, and changes nothing.
    static func areApplied(_ connection: Connection) throws -> Bool {
        let number = try number(connection)
        guard [0, all.count].contains(number) else {
            throw SecretStoreError(
                .failed,
                detail: "an earlier version made the schema auth0_streams: a program of this version migrates it at its"
                    + " first use")
        }
        return number > 0
    }

    private static func number(_ connection: Connection) throws -> Int {
        guard try connection.execute(.schema).isTrue(0, 1) else { return 0 }
        let number = Int(try connection.execute(.migration).number(0, 0))
        guard number <= all.count else {
            throw SecretStoreError(.unsupportedVersion, detail: "a later version changed the schema auth0_streams")
        }
        return number
    }
}
