/** A header as it was sent: its name in the case in which it was written. */
export type PastedHeader = readonly [name: string, value: string];

/** A request that somebody pasted, to see what rules make of it. */
export type PastedRequest = {
  readonly method: string;
  /** The whole address, as a site is asked for it: with a path, and without what follows "#". */
  readonly url: string;
  /** In their order; a name may come more than once. */
  readonly headers: readonly PastedHeader[];
  readonly body: string | null;
};

/** Why a text is no request, and where. */
export type PasteProblem = {
  /** A sentence that says what to do. */
  readonly message: string;
  /** Index of the character at which it was noticed. */
  readonly at: number;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
};

export type PasteReading =
  | {
      readonly ok: true;
      readonly kind: "address" | "http" | "curl";
      readonly request: PastedRequest;
      /** What was left out or added, in sentences. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly problem: PasteProblem };

/** Thrown while a text is read; {@link PasteProblem} is what becomes of it. */
export class Unreadable extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
