/**
 * True while visitors go in only by slots that somebody gives, and none is left: when there are more, nobody knows. `limits`
 * is what limits the line besides its settings, as `name=value;` (`LIMIT_FIELDS`). An inlet that gives slots again and again
 * does so until its end, a line time in milliseconds.
 */
export function waitsForHand(limits: string, nowMs: number): boolean {
  if (!limits.includes("grants=0;")) return false;
  const endsAtMs = /(?:^|;)inletEndMs=(\d+);/.exec(limits)?.[1];
  const isGivenAgain = limits.includes("inletEveryMs=");
  return !isGivenAgain || (endsAtMs !== undefined && nowMs >= Number(endsAtMs));
}
