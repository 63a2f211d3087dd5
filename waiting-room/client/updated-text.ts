import { NEWS_FAILURES, type Visitor } from "./visitor";
import type { Words } from "./words";

/** How old the news is. */
export function updatedText(visitor: Visitor, atMs: number, { texts, say }: Words): string {
  if (visitor.failures >= NEWS_FAILURES || !visitor.online) return texts.lost ?? texts.connecting;
  if (visitor.line === null) return texts.connecting;
  const seconds = Math.max(0, Math.floor((atMs - visitor.heardAtMs) / 1000));
  if (seconds < 1) return texts.updatedNow;
  return seconds < 60 || !texts.updatedMinutes
    ? say(texts.updatedSeconds, { count: seconds })
    : say(texts.updatedMinutes, { count: Math.floor(seconds / 60) });
}
