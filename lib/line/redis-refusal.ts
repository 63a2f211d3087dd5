/** In which way Redis answers, and says no. */
export type RedisRefusal =
  /** It does not let this user in, or lacks the database. */
  | "connection"
  | "memory-full"
  | "cannot-save"
  /** It is a replica, or has too few of them. */
  | "read-only";

const REFUSALS: readonly (readonly [RedisRefusal, RegExp])[] = [
  [
    "connection",
    /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|AUTH |Client sent AUTH|DB index|invalid DB index))/,
  ],
  ["memory-full", /^OOM /],
  ["cannot-save", /^MISCONF /],
  ["read-only", /^(READONLY|NOREPLICAS) /],
];

/** How Redis refused, where this is a refusal: waiting helps as little as asking again at once. Null for every other failure. */
export function refusalOf(error: unknown): RedisRefusal | null {
  if (!(error instanceof Error)) return null;
  const messages = [error, ...reasonsOf(error)].map((one) =>
    one instanceof Error ? one.message : "",
  );
  return REFUSALS.find(([, said]) => messages.some((text) => said.test(text)))?.[0] ?? null;
}

/** A transaction is given up for the refusals of its commands, a cluster for that of its last node. */
function reasonsOf(error: Error): readonly unknown[] {
  if ("previousErrors" in error && Array.isArray(error.previousErrors)) return error.previousErrors;
  return "lastNodeError" in error ? [error.lastNodeError] : [];
}

/** Whether Redis lacks the database of the address: then the driver would go on with database 0, which is somebody else's. */
export function lacksDatabase(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(ERR (DB index|invalid DB index)|NOPERM .*'select')/i.test(error.message)
  );
}

/** What to do about a refused connection, with what Redis said. */
export function refusedSentence(error: Error): string {
  const said = error.message.split("\n", 1)[0];
  if (lacksDatabase(error)) {
    return `The database in REDIS_URL does not exist (${said}). Set the number after the last "/" to one that exists, or raise "databases" in the Redis configuration.`;
  }
  return `Redis denied access to the user in REDIS_URL (${said}). Check user and password; percent-encode special characters.`;
}
