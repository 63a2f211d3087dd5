import { Notice } from "@/components/shared/notice";
import type { NotPlayed } from "@/lib/domain/rehearsal/not-played";

/** What is left out, and which way the figures are off. */
const SENTENCES: Readonly<Record<NotPlayed, string>> = {
  "no-line":
    "As it is set, the event has no line: it lets in everybody, nobody, or a share by lottery, so what is shown is how a line would do instead.",
  lanes:
    "Lanes are not played: everybody is in one line with the same chances, so whoever has a better lane will wait less than shown, and the others longer.",
  stock:
    "Stock is not played: nobody is let in while all is sold or kept for others, so fewer will get in than shown, and the last of them later.",
  "line-limit":
    "The line limit is not played: whoever comes while the line is full is turned away, so fewer will wait than shown, and not as long.",
  governor:
    "The governor is not played: while the site answers slowly it lets in fewer than planned, so waits will be as long as shown or longer.",
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
