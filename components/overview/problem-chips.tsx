import { TriangleAlert } from "lucide-react";
import type { EventState } from "@/components/events/event-state";
import { Chip, ChipLabel } from "@/components/ui/chip";
import type { EventProblem } from "@/lib/domain/overview/overview";
import { PROBLEM_WORDS } from "./problem-words";

type ProblemChipsProps = { problems: readonly EventProblem[]; state: EventState };

/** What is wrong at an event, but for what its state says beside it; nothing where all is well. */
export function ProblemChips({ problems, state }: ProblemChipsProps) {
  const shown = problems.filter(
    (problem) => problem !== "paused" && PROBLEM_WORDS[problem].label !== state.label,
  );
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
