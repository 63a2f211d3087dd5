/**
 * What was noticed about a place when it was taken or later, a bit each: the reasons of its score. They are kept in one
 * byte a place, so there are no more than eight.
 */
export const MARKS = {
  /** Its address took more places than most. */
  addressBusy: 1,
  /** It joined sooner after the page than a person's browser does. */
  joinedFast: 2,
  /** Its browser says that a program steers it. */
  headless: 4,
  /** It failed challenges. */
  failedChallenges: 8,
  /** Its visitor or address waits at many events of the customer. */
  manyEvents: 16,
  /** Its browser holds no key that it could prove possession of. */
  noPossessionKey: 32,
  /** Another place has the same identity, or its browser has another place. */
  duplicateIdentity: 64,
  /** An access rule or an address list named it. */
  listed: 128,
} as const;

export type Mark = keyof typeof MARKS;

export const MARK_NAMES = Object.keys(MARKS) as readonly Mark[];

/** What a byte says, in the order of its bits. */
export function namesOf(marks: number): readonly Mark[] {
  return MARK_NAMES.filter((name) => (marks & MARKS[name]) !== 0);
}
