/**
 * What a finding means for the verdict: `tampered` contradicts what was published, signed or kept;
 * `not-provable` leaves room to steer the order; `open` is what this check could not compare.
 */
export type Finding = {
  readonly weight: "tampered" | "not-provable" | "open";
  readonly code: string;
  /** One sentence. */
  readonly text: string;
  /** Line of the receipts, from 1, where it is about one. */
  readonly line: number | null;
};

export function tampered(code: string, text: string, line: number | null = null): Finding {
  return { weight: "tampered", code, text, line };
}

export function notProvable(code: string, text: string): Finding {
  return { weight: "not-provable", code, text, line: null };
}

export function open(code: string, text: string): Finding {
  return { weight: "open", code, text, line: null };
}
