import { TriangleAlert } from "lucide-react";
import { Chip, ChipLabel } from "@/components/ui/chip";
import type { EventProblem } from "@/lib/domain/overview/overview";
import { PROBLEM_WORDS } from "./problem-words";

/** What is wrong at an event; nothing where all is well. A pause is in its state already. */
export function ProblemChips({ problems }: { problems: readonly EventProblem[] }) {
  const shown = problems.filter((problem) => problem !== "paused");
  if (shown.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {shown.map((problem) => {
        const { label, explanation, tone } = PROBLEM_WORDS[problem];
        return (
          <li key={problem}>
            <Chip size="sm" variant="soft" color={tone} title={explanation}>
              <TriangleAlert aria-hidden className="size-3 shrink-0" />
              <ChipLabel>{label}</ChipLabel>
              <span className="sr-only">{explanation}</span>
            </Chip>
          </li>
        );
      })}
    </ul>
  );
}
