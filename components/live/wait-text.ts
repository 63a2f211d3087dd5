import { formatWaitRange } from "@/components/shared/format";
import type { WaitRange } from "@/lib/domain/line/expected-wait";

/** `none`, `under 1 min`, `up to 5 min`, `4–6 min`, `9–12 h`: the wait of who joins now; `–` while nobody is admitted. */
export function waitText(range: WaitRange | null, waiting: number): string {
  if (range === null) return "–";
  if (waiting === 0) return "none";
  const [low, high] = [Math.round(range.low / 60), Math.ceil(range.high / 60)];
  if (high <= 1) return "under 1 min";
  if (low >= 120)
    return formatWaitRange(Math.floor(low / 60) * 3_600, Math.ceil(high / 60) * 3_600);
  const text = formatWaitRange(low * 60, high * 60);
  return low === high ? `up to ${text}` : text;
}
