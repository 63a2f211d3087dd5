import type { Environment } from "../stack/environment";

/** A whole running system as strangers reach it, with a customer of the attacker's own. */
export type Target = {
  /** What its processes read: addresses, DATABASE_URL, REDIS_URL, MASTER_KEY. */
  readonly env: Environment;
  readonly consoleUrl: string;
  readonly waitingRoomUrl: string;
  readonly shopUrl: string;
  /** Where its processes' output goes, a file each. */
  readonly logDirectory: string;
};

/** `seen` says in one sentence what the system did. */
export type AttackResult = { readonly succeeded: boolean; readonly seen: string };

/** One attack. Throws when it could not be carried out, which counts as a failure of the run. */
export type Attack = {
  /** Such as `S1-beacon-on-loopback`; what `--only` takes. */
  readonly id: string;
  /** What the attacker tries, in one sentence. */
  readonly title: string;
  /**
   * Shows that what the attack abuses works for honest people. Throws where it does not: then the attack would try
   * nothing, and is not carried out.
   */
  readonly honest: (target: Target) => Promise<void>;
  readonly run: (target: Target) => Promise<AttackResult>;
};

/** Attacks on what works for the same honest people: by id, what the attacker tries and how. */
export function attacksOn(
  honest: Attack["honest"],
  rows: Readonly<Record<string, readonly [title: string, run: Attack["run"]]>>,
): readonly Attack[] {
  return Object.entries(rows).map(([id, [title, run]]) => ({ id, title, honest, run }));
}

/** Whether what should be refused was taken. */
export function isTaken(entry: Promise<unknown>): Promise<boolean> {
  return entry.then(
    () => true,
    () => false,
  );
}
