import type { Guarantee } from "../mutation";

const ROTATING = "lib/services/keys/keys.db.test.ts";
const ROTATION = {
  file: ROTATING,
  name: "after a rotation nothing needs the former key, and nothing is lost",
};
const FORMER = "test/waiting-room/former-key.redis.test.ts";

const SCOPES = {
  file: "test/waiting-room/site-reports.redis.test.ts",
  name: "a key does what its scopes name and nothing else, and nothing after its end",
};

const OWN_REDIS = {
  file: "tools/stack/redis.redis.test.ts",
  name: "only who has its address gets in, and only its user reads its files",
};

export const KEYS: Guarantee = {
  document: "docs/security.md",
  title: "Keys, secrets and scopes",
  rows: [
    {
      id: "secrets-are-random",
      file: "lib/settings/require-settings.ts",
      holds: "no program starts with a master key or a session secret that somebody has typed",
      broken: "whatever has the right length will do",
      edits: [
        { find: "new Set(text).size >= DIFFERENT_MIN", replace: "text.length >= DIFFERENT_MIN" },
      ],
      tests: [
        {
          file: "lib/settings/require-settings.test.ts",
          name: "… is not …, and the message does not repeat a secret",
        },
      ],
    },
    {
      id: "rotation-reseals",
      file: "lib/services/keys/rotate.ts",
      holds: "a rotation seals every row with the current key",
      broken: "rows keep their seals",
      edits: [{ find: 'if (sealedWith(masters, sealed) !== "former")', replace: "if (sealed)" }],
      tests: [ROTATION],
    },
    {
      id: "codes-under-own-key",
      file: "lib/services/keys/event-key.ts",
      holds: "access codes are stored under the event's own key",
      broken: "under the master key of the day",
      edits: [
        {
          find: "return openEventKey(masterKeysFromEnvironment(), event, await sealedEventKey(tx, event));",
          replace:
            "await sealedEventKey(tx, event); void openEventKey; return keyFromMaster(masterKeysFromEnvironment()[0]);",
        },
      ],
      tests: [ROTATION],
    },
    {
      id: "codes-before-own-key",
      file: "lib/services/keys/event-key.ts",
      holds: "an event with older access codes gets the key that they are stored under",
      broken: "a new key",
      edits: [
        {
          find: "codes > 0 ? keyFromMaster(master) : createEventKey()",
          replace: "createEventKey()",
        },
      ],
      tests: [
        {
          file: "lib/services/access-code/access-code.db.test.ts",
          name: "access codes › stay usable when their event gets its key later",
        },
      ],
    },
    {
      id: "draws-with-own-key",
      file: "waiting-room/visit/event-keys.ts",
      holds: "random order is drawn with the event's own key",
      broken: "with the process's first master key",
      edits: [{ find: "openEventKey(masters, settings, sealedKey)", replace: "unkeyed" }],
      tests: [
        {
          file: FORMER,
          name: "processes with the old and the new master key first draw with the same key",
        },
      ],
    },
    {
      id: "place-sealed-again",
      file: "waiting-room/place/cookies.ts",
      holds: "a check-in seals a place of a former key with the current one",
      broken: "the place stays as it is",
      edits: [{ find: " && !one.isFormer", replace: "" }],
      tests: [
        {
          file: FORMER,
          name: "who waits with a place of a former key gets it sealed with the current one at the next check-in",
        },
      ],
    },
    {
      id: "config-key-staged",
      file: "lib/services/publication/sign.ts",
      holds: "a new config key signs only once it is activated",
      broken: "at once",
      edits: [
        {
          find: "where: { customerId: customer.id, activatedAt: { not: null } },\n    orderBy: [{ activatedAt:",
          replace: "where: { customerId: customer.id },\n    orderBy: [{ createdAt:",
        },
      ],
      tests: [
        {
          file: ROTATING,
          name: "a new config key is staged and seen by everybody before it signs",
        },
      ],
    },
    {
      id: "scope-needed",
      file: "waiting-room/routes/api-key.ts",
      holds: "an API key does what its scopes name",
      broken: "whatever it is shown for",
      edits: [{ find: "if (!known.scopes.includes(scope))", replace: "if (!scope)" }],
      tests: [SCOPES],
    },
    {
      id: "key-expires",
      file: "waiting-room/routes/api-key.ts",
      holds: "an API key ends",
      broken: "its end is not looked at",
      edits: [{ find: "known.expiresAtMs <= Date.now()", replace: "known.expiresAtMs < 0" }],
      tests: [SCOPES],
    },
    {
      id: "old-keys-pull",
      file: "lib/domain/api-key/scopes.ts",
      holds: "a key from before there were scopes may pull only",
      broken: "it may do everything",
      edits: [{ find: '? ["pull"]', replace: "? API_KEY_SCOPES" }],
      tests: [
        {
          file: "lib/services/api-key/api-key.db.test.ts",
          name: "API keys › of before there were scopes may pull only, and the list says so",
        },
      ],
    },
    {
      id: "own-redis-password",
      file: "tools/stack/redis.ts",
      holds: "the Redis that is brought along has a password",
      broken: "anybody on the machine gets in",
      edits: [{ find: "    requirepass: password,\n", replace: "" }],
      tests: [OWN_REDIS],
    },
    {
      id: "own-redis-files",
      file: "tools/stack/redis.ts",
      holds: "only its user reads its files",
      broken: "everybody may",
      edits: [{ find: "await chmod(directory, 0o700);", replace: "" }],
      tests: [OWN_REDIS],
    },
    {
      id: "former-session-secret",
      file: "lib/auth/session-token.ts",
      holds: "a former secret opens the sign-ins that it sealed",
      broken: "it opens none",
      edits: [
        {
          find: "const former = env.previousSessionSecrets();",
          replace: "const former: string[] = []; void env;",
        },
      ],
      tests: [
        {
          file: "lib/auth/session-token.test.ts",
          name: "a sign-in of before the secret was replaced goes on as long as the former one is set",
        },
      ],
    },
  ],
};
