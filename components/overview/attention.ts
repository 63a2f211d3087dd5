import { formatNumber } from "@/components/shared/format";

type Attention = {
  readonly figure: string;
  /** What stands below the figure; null where the troubles are listed instead. */
  readonly text: string | null;
};

/** How many events need attention. Of lines that nobody serves or reaches it is not known. */
export function attentionOf(troubles: number, isServed: boolean | null): Attention {
  if (isServed === null) return { figure: "–", text: "The lines can’t be reached" };
  if (!isServed) return { figure: "–", text: "No waiting-room server is running" };
  return { figure: formatNumber(troubles), text: troubles === 0 ? "No problems" : null };
}
