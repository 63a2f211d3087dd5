import {
  Archive,
  CircleDashed,
  CirclePause,
  CirclePlay,
  type LucideIcon,
  UsersRound,
} from "lucide-react";
import { Chip, ChipLabel } from "@/components/ui/chip";
import type { EventState } from "./event-state";

const LOOKS: Record<
  EventState["tone"],
  { icon: LucideIcon; color: "default" | "success" | "accent" | "warning" }
> = {
  neutral: { icon: CircleDashed, color: "default" },
  live: { icon: CirclePlay, color: "success" },
  waiting: { icon: UsersRound, color: "accent" },
  paused: { icon: CirclePause, color: "warning" },
  over: { icon: Archive, color: "default" },
};

type StateChipProps = {
  state: EventState;
  size?: "md" | "lg";
  /** Where no label stands beside it: screen readers hear what it is the state of. */
  isNamed?: boolean;
};

/** An event's state as icon, word and colour. */
export function StateChip({ state, size = "md", isNamed = false }: StateChipProps) {
  const { icon: Icon, color } = LOOKS[state.tone];
  return (
    <Chip color={color} variant="soft" size={size} title={state.explanation}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <ChipLabel>
        {isNamed ? <span className="sr-only">State: </span> : null}
        {state.label}
      </ChipLabel>
    </Chip>
  );
}
