import type { EventSettings } from "@/lib/domain/event/settings";
import { phaseAt } from "./phase";

/** What changes when visitors come, are called or go in, or when a customer acts. */
const MOVES = [
  "settingsVersion",
  "losses",
  "joined",
  "admitted",
  "admittedOutsideCap",
  "outflowPerMinute",
  "stock",
  "soldOut",
  "grants",
] as const;

/** What of a line tells whether something happens. */
export type RestingLine = Readonly<Record<(typeof MOVES)[number], number | null>> & {
  readonly waiting: number;
  readonly drawOpensAtMs: number;
  readonly lanes: readonly { readonly servingNumber: number }[];
};

/**
 * True when nothing has happened in a line between two looks at it, and nothing will by the clock alone
 * in a span of line time. Never in random order, whose chances change by the clock, nor while a draw
 * goes on.
 */
export function isAtRest(
  settings: EventSettings,
  { before, now }: { readonly before: RestingLine; readonly now: RestingLine },
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): boolean {
  const phase = phaseAt(settings, fromMs, now);
  if (settings.method === "random" || phase === "drawing") return false;
  if (phase !== phaseAt(settings, untilMs, now)) return false;
  const isCalling = now.lanes.some(
    ({ servingNumber }, lane) => servingNumber !== before.lanes[lane]?.servingNumber,
  );
  return !isCalling && MOVES.every((field) => before[field] === now[field]);
}
