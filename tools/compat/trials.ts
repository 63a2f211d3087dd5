import { isDeepStrictEqual } from "node:util";

/** What one system's trials found. */
export type Trials = {
  /** Runs one; what it throws is told and counted. */
  readonly try: (what: string, run: () => Promise<void>) => Promise<void>;
  /** Runs several that need something before them; what is thrown between them is told and counted. */
  readonly all: (what: string, run: () => Promise<void>) => Promise<void>;
  readonly count: () => { readonly tried: number; readonly failed: number };
};

export function createTrials(tell: (what: string) => void): Trials {
  let tried = 0;
  let failed = 0;
  const all: Trials["all"] = async (what, run) => {
    try {
      await run();
    } catch (error) {
      failed += 1;
      tell(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    try: async (what, run) => {
      tried += 1;
      await all(what, run);
    },
    all,
    count: () => ({ tried, failed }),
  };
}

/** Throws with both where an answer does not have what is expected of it. */
export function requireSame(found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(plain(found), plain(expected))) return;
  throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

/** The same for some fields of an object. */
export function requireFields(found: unknown, expected: Readonly<Record<string, unknown>>): void {
  const fields = new Map(Object.entries(Object(found)));
  const own = Object.keys(expected).map((name) => [name, fields.get(name)]);
  requireSame(Object.fromEntries(own), expected);
}

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Throws where something is not refused with a reason that has these words. */
export async function requireRefused(call: Promise<unknown>, words: string): Promise<void> {
  const refused = await call.then(
    () => null,
    (error: unknown) => String(error),
  );
  if (refused === null) throw new Error(`it was not refused (${words})`);
  if (!refused.includes(words)) throw new Error(`${refused} does not say “${words}”`);
}
