/// A statement that each connection prepares at its first use. All texts are constants; values are parameters.
struct Statement: Sendable {
    let name: String
    let text: String
    /// The purpose, for errors.
    let purpose: String

    private init(_ name: StaticString, _ text: StaticString, for purpose: StaticString) {
        (self.name, self.text, self.purpose) = (name.description, text.description, purpose.description)
    }

    /// Reads the tables of the catalogue, because functions such as `to_regclass` may answer from an older cache.
    static let schema = Statement(
        "schema",
        """
        SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'auth0_streams'),
            EXISTS (SELECT FROM pg_class WHERE relname = 'migrations'
                AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'auth0_streams'))
        """, for: "looking for the tables")
    static let migration = Statement(
        "migration", "SELECT coalesce(max(number), 0) FROM auth0_streams.migrations", for: "looking for the tables")
    /// Both in one snapshot: another process may store the key, and its first secret.
    static let isKeyLost = Statement(
        "isKeyLost",
        """
        SELECT EXISTS (SELECT FROM auth0_streams.secrets) AND NOT EXISTS (SELECT FROM auth0_streams.name_key)
        """, for: "reading the key of the names")
    /// The columns are those of a secret.
    static let nameKey = Statement(
        "nameKey",
        "SELECT decode(repeat('00', 16), 'hex'), version, key_id, sealed FROM auth0_streams.name_key",
        for: "reading the key of the names")
    static let insertNameKey = Statement(
        "insertNameKey",
        """
        INSERT INTO auth0_streams.name_key (version, key_id, sealed) VALUES ($1, $2, $3)
        ON CONFLICT (is_only) DO NOTHING
        """, for: "storing the key of the names")
    static let resealNameKey = Statement(
        "resealNameKey",
        "UPDATE auth0_streams.name_key SET key_id = $2, sealed = $3 WHERE version = $1 AND key_id <> $2",
        for: "sealing the key of the names with a new key")
    static let read = Statement(
        "read",
        """
        SELECT id, version, key_id, sealed, (extract(epoch FROM clock_timestamp() - updated_at) * 1000000)::bigint
        FROM auth0_streams.secrets WHERE id = $1
        """, for: "reading a secret")
    static let page = Statement(
        "page",
        """
        SELECT id, version, key_id, sealed, extract(epoch FROM updated_at)::bigint, coalesce(expires_at <= now(), false)
        FROM auth0_streams.secrets WHERE id > $1 ORDER BY id LIMIT $2::bigint
        """, for: "reading the secrets")
    static let insert = Statement(
        "insert",
        """
        INSERT INTO auth0_streams.secrets (id, version, key_id, sealed, expires_at, updated_at)
        VALUES ($1, $2, $3, $4, now() + $5::bigint * interval '1 microsecond',
            now() - $6::bigint * interval '1 microsecond')
        ON CONFLICT (id) DO NOTHING
        """, for: "storing a secret")
    /// The ninth byte is the version of the record's format: a record of a later version stays.
    static let write = Statement(
        "write",
        """
        INSERT INTO auth0_streams.secrets AS stored (id, version, key_id, sealed, expires_at)
        VALUES ($1, $2, $3, $4, now() + $5::bigint * interval '1 microsecond')
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, key_id = excluded.key_id,
            sealed = excluded.sealed, expires_at = excluded.expires_at, updated_at = now()
        WHERE substring(stored.sealed FROM 9 FOR 1) <= substring(excluded.sealed FROM 9 FOR 1)
        """, for: "storing a secret")
    /// A repetition after a lost connection finds the new version, and succeeds, too.
    static let replace = Statement(
        "replace",
        """
        UPDATE auth0_streams.secrets SET version = $2, key_id = $3, sealed = $4,
            expires_at = now() + $5::bigint * interval '1 microsecond', updated_at = now()
        WHERE id = $1 AND (version = $6 OR version = $2)
        """, for: "replacing a secret")
    static let reseal = Statement(
        "reseal",
        "UPDATE auth0_streams.secrets SET key_id = $3, sealed = $4 WHERE id = $1 AND version = $2 AND key_id <> $3",
        for: "sealing a secret with a new key")
    static let remove = Statement("remove", "DELETE FROM auth0_streams.secrets WHERE id = $1", for: "removing a secret")
    static let removeVersion = Statement(
        "removeVersion", "DELETE FROM auth0_streams.secrets WHERE id = $1 AND version = $2", for: "removing a secret")
    static let removeExpired = Statement(
        "removeExpired",
        """
        DELETE FROM auth0_streams.secrets WHERE id IN (
            SELECT id FROM auth0_streams.secrets WHERE expires_at <= now()
            ORDER BY expires_at LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
        """, for: "removing expired secrets")
    /// The value is set for the session, so that a changed configuration file of the server does not weaken it.
    static let durability = Statement(
        "durability",
        """
        SELECT set_config('synchronous_commit',
            coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false) <> 'off'
        """, for: "turning synchronous_commit on")
    static let markSession = Statement(
        "markSession", "SELECT set_config('auth0_streams.session', $1, false)", for: "beginning a session")
    /// Null in a session with another mark.
    static let tryLock = Statement(
        "tryLock",
        "SELECT CASE current_setting('auth0_streams.session', true) WHEN $1 THEN pg_try_advisory_lock($2) END",
        for: "taking the lock of a secret")
    static let tryLocks = Statement(
        "tryLocks", "SELECT key, pg_try_advisory_lock(key) FROM unnest($1::text::bigint[]) AS key",
        for: "taking locks back")
    /// Without an announcement, which would wake every process of the fleet: that of the new secret has just arrived.
    static let unlock = Statement(
        "unlock", "SELECT pg_advisory_unlock($1)", for: "releasing the lock of a secret")
    /// Null in a session with another mark.
    static let ping = Statement(
        "ping", "SELECT CASE current_setting('auth0_streams.session', true) WHEN $1 THEN true END",
        for: "asking whether the server is there")
    /// Whether three quarters of the connections of the server, of the role or of the database are taken.
    static let isCrowded = Statement(
        "isCrowded",
        """
        SELECT coalesce(4 * count(*) > 3 * current_setting('max_connections')::integer, false)
            OR coalesce(4 * count(*) FILTER (WHERE usesysid = r.oid) > 3 * nullif(min(rolconnlimit), -1), false)
            OR coalesce(4 * count(*) FILTER (WHERE datid = d.oid) > 3 * nullif(min(datconnlimit), -1), false)
        FROM pg_stat_activity, pg_roles r, pg_database d
        WHERE datid IS NOT NULL AND rolname = current_user AND d.datname = current_database() GROUP BY r.oid, d.oid
        """, for: "counting connections")
}
