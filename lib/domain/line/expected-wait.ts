import type { PublicLine } from "./public-line";

/** A wait as a range in seconds: it holds for eight of ten visitors in this place, and seven in a hundred come earlier. */
export type WaitRange = { readonly low: number; readonly high: number };

/**
 * The wait of somebody with `ahead` numbers before them; null while nobody is let in. Without a pace, which processes of
 * the version before do not tell, everybody ahead may come, or one in four.
 */
export function expectedWaitSeconds(
  ahead: number,
  { outflow, pace }: Pick<PublicLine, "outflow" | "pace">,
): WaitRange | null {
  if (outflow <= 0) return null;
  const [fast, slow, unsteady, leaving] = pace ?? [outflow / 15, outflow / 62, 1, 1e-4];
  // Of those ahead somebody leaves every moment, so that the line speeds up.
  const secondsAt = (speed: number) => Math.log1p((leaving * (ahead + 1)) / speed) / leaving;
  const [least, most] = [secondsAt(fast), secondsAt(slow)];
  const middle = (least + most) / 2;
  const spread = Math.hypot((most - least) / 2, Math.sqrt(unsteady * middle));
  return { low: Math.max(0, middle - spread), high: middle + spread };
}
