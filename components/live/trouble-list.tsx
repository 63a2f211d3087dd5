import { Notice } from "@/components/shared/notice";
import type { Trouble } from "./troubles";

/** What an operator must know before any figure, the worst first. */
export function TroubleList({ troubles }: { troubles: readonly Trouble[] }) {
  if (troubles.length === 0) return null;
  return (
    <ul aria-label="Notices" className="flex flex-col gap-2">
      {troubles.map(({ key, tone, says }) => (
        <li key={key}>
          <Notice tone={tone}>{says}</Notice>
        </li>
      ))}
    </ul>
  );
}
