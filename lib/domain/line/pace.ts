/** Looks this near to the last one kept add nothing; the newest ones count, five minutes at least. */
const APART_MS = 15_000;
const KEPT = 21;
/** Before that the first numbers called at once, and those passed over late, would say too much. */
const TRUSTED_SECONDS = 40;
/** Nobody's pace is known to be perfectly steady after a minute; in seconds, as `Pace.variance`. */
const LEAST_VARIANCE = 0.02;

/** How many numbers had been called at moments of line time. Only differences count. */
export type Looks = readonly { readonly atMs: number; readonly called: number }[];

/** The pace at which numbers are called, those of visitors who are gone included. */
export type Pace = {
  readonly perSecond: number;
  /** How long it was watched. */
  readonly seconds: number;
  /** Of the pace over n seconds, as a share of the mean: `variance / n`. */
  readonly variance: number;
};

/** The looks after one more; the same when the last one kept is less than 15 s old. */
export function noteLook(looks: Looks, look: Looks[number]): Looks {
  const newest = looks[looks.length - 1];
  if (newest && look.atMs - newest.atMs < APART_MS) return looks;
  return [...looks, look].slice(-KEPT);
}

/** The measured pace; null before 40 s, and while nobody is called. */
export function paceOf(looks: Looks): Pace | null {
  const steps = looks.slice(1).map((look, index) => {
    const before = looks[index] ?? look;
    return { seconds: (look.atMs - before.atMs) / 1_000, called: look.called - before.called };
  });
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const perSecond = steps.reduce((sum, { called }) => sum + called, 0) / seconds;
  if (!(seconds >= TRUSTED_SECONDS && perSecond > 0)) return null;
  const squares = steps.reduce(
    (sum, step) => sum + (step.called / step.seconds / perSecond - 1) ** 2 * step.seconds,
    LEAST_VARIANCE,
  );
  return { perSecond, seconds, variance: squares / steps.length };
}
