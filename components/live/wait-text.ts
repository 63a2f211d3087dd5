import { formatWait } from "@/components/shared/format";
import type { WaitRange } from "@/lib/domain/line/expected-wait";

/** `none`, `under 1 min`, `4–6 min`, `9–12 h`: the wait of who joins now. */
export function waitText(range: WaitRange | null, waiting: number, isPaused: boolean): string {
  if (waiting === 0 && !isPaused) return "none";
  if (range === null) return "unknown";
  const [low, high] = [Math.round(range.low / 60), Math.ceil(range.high / 60)];
  if (high <= 1) return "under 1 min";
  if (low >= 120) return `${Math.floor(low / 60)}–${Math.ceil(high / 60)} h`;
  return low === high || low === 0 ? `up to ${formatWait(high * 60)}` : `${low}–${high} min`;
}
