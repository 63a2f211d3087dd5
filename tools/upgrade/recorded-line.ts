/** What stands at one key of Redis; bytes are latin-1 text. */
export type KeyValue =
  | { readonly type: "string"; readonly value: string }
  /** Names and values in turn, or members and scores. */
  | { readonly type: "hash" | "zset"; readonly members: readonly string[] }
  | { readonly type: "stream"; readonly entries: readonly (readonly [string, string[]])[] };

export type RecordedVisitor = {
  readonly eventId: string;
  /** The access code that it joined with; null for one that had none. */
  readonly code: string | null;
  readonly joinId: string;
  readonly claim: string;
  readonly cookies: Record<string, string>;
  /** What somebody might have copied when it had just joined. */
  readonly cookiesAtJoin: Readonly<Record<string, string>>;
  readonly number: number;
  /** Where it was sent with its token; null while it waits. */
  redirectUrl: string | null;
};

/** Both stores of a running former version, and who waits. */
export type RecordedLine = {
  readonly masterKey: string;
  /** Who may sign in to the console. */
  readonly operator: { readonly email: string; readonly password: string };
  readonly recordedAtMs: number;
  readonly redis: Readonly<Record<string, KeyValue>>;
  readonly postgres: Readonly<Record<string, readonly unknown[]>>;
  readonly visitors: readonly RecordedVisitor[];
  readonly spareCodes: readonly string[];
};
