import { Notice } from "@/components/shared/notice";
import type { NotPlayed } from "@/lib/domain/rehearsal/not-played";

/** What is left out, and which way the figures are off. */
const SENTENCES: Readonly<Record<NotPlayed, string>> = {
  "no-line":
    "This event's settings form no line: they admit everyone, nobody or a random share. The simulation shows how a line would perform instead.",
  lanes:
    "Lanes are not simulated. Visitors in better lanes will wait less than shown, others longer.",
  stock:
    "Stock is not simulated. Fewer visitors will be admitted than shown, and the last of them later.",
  "line-limit":
    "The line limit is not simulated. Fewer visitors will wait than shown, and for less time.",
  governor:
    "The governor is not simulated. If your site slows down, waits will be longer than shown.",
};

/** Says what of the event a what-if leaves out; nothing where that is nothing. */
export function NotPlayedNote({ notPlayed }: { notPlayed: readonly NotPlayed[] }) {
  if (notPlayed.length === 0) return null;
  return (
    <Notice tone="info">
      <ul className="flex flex-col gap-1">
        {notPlayed.map((one) => (
          <li key={one}>{SENTENCES[one]}</li>
        ))}
      </ul>
    </Notice>
  );
}
