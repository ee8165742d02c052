/// A statement that each connection prepares at its first use. All texts are constants; values are parameters.
struct Statement: Sendable {
    let name: String
    let text: String

    private init(_ name: StaticString, _ text: StaticString) {
        self.name = name.description
        self.text = text.description
    }

    /// It reads the tables of the catalogue, because functions such as `to_regclass` may answer from an older cache.
    static let schema = Statement(
        "schema",
        """
        SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'auth0_streams'),
            EXISTS (SELECT FROM pg_class WHERE relname = 'migrations'
                AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'auth0_streams'))
        """)
    static let migration = Statement(
        "migration", "SELECT coalesce(max(number), 0) FROM auth0_streams.migrations")
    static let isUsed = Statement("isUsed", "SELECT EXISTS (SELECT FROM auth0_streams.secrets)")
    static let read = Statement(
        "read", "SELECT id, version, key_id, sealed FROM auth0_streams.secrets WHERE id = $1")
    static let page = Statement(
        "page",
        "SELECT id, version, key_id, sealed FROM auth0_streams.secrets WHERE id > $1 ORDER BY id LIMIT $2::bigint")
    static let inspect = Statement(
        "inspect",
        """
        SELECT id, version, key_id, sealed, extract(epoch FROM updated_at)::bigint, coalesce(expires_at <= now(), false)
        FROM auth0_streams.secrets WHERE id > $1 ORDER BY id LIMIT $2::bigint
        """)
    static let insert = Statement(
        "insert",
        """
        INSERT INTO auth0_streams.secrets (id, version, key_id, sealed, expires_at)
        VALUES ($1, $2, $3, $4, now() + $5::bigint * interval '1 microsecond')
        ON CONFLICT (id) DO NOTHING
        """)
    /// The ninth byte is the version of the record's format: a record of a later version stays.
    static let write = Statement(
        "write",
        """
        INSERT INTO auth0_streams.secrets AS stored (id, version, key_id, sealed, expires_at)
        VALUES ($1, $2, $3, $4, now() + $5::bigint * interval '1 microsecond')
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, key_id = excluded.key_id,
            sealed = excluded.sealed, expires_at = excluded.expires_at, updated_at = now()
        WHERE substring(stored.sealed FROM 9 FOR 1) <= substring(excluded.sealed FROM 9 FOR 1)
        """)
    /// A repetition after a lost connection finds the new version, and succeeds, too.
    static let replace = Statement(
        "replace",
        """
        UPDATE auth0_streams.secrets SET version = $2, key_id = $3, sealed = $4,
            expires_at = now() + $5::bigint * interval '1 microsecond', updated_at = now()
        WHERE id = $1 AND (version = $6 OR version = $2)
        """)
    static let reseal = Statement(
        "reseal",
        "UPDATE auth0_streams.secrets SET key_id = $3, sealed = $4 WHERE id = $1 AND version = $2 AND key_id <> $3")
    static let remove = Statement("remove", "DELETE FROM auth0_streams.secrets WHERE id = $1")
    static let removeVersion = Statement(
        "removeVersion", "DELETE FROM auth0_streams.secrets WHERE id = $1 AND version = $2")
    static let removeExpired = Statement(
        "removeExpired",
        """
        DELETE FROM auth0_streams.secrets WHERE id IN (
            SELECT id FROM auth0_streams.secrets WHERE expires_at <= now()
            ORDER BY expires_at LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
        """)
    /// The value is set for the session, so that a changed configuration file of the server does not weaken it.
    static let durability = Statement(
        "durability",
        """
        SELECT set_config('synchronous_commit',
            coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false) <> 'off'
        """)
    static let tryLock = Statement("tryLock", "SELECT pg_try_advisory_lock($1)")
    static let tryLocks = Statement(
        "tryLocks", "SELECT key, pg_try_advisory_lock(key) FROM unnest($1::text::bigint[]) AS key")
    static let unlock = Statement(
        "unlock", "SELECT pg_advisory_unlock($1), pg_notify('auth0_streams', 'unlocked ' || $1::bigint)")
    static let ping = Statement("ping", "SELECT 1")
}
