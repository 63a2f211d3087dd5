import { CircleCheck, CircleDashed, CircleSlash, Hourglass, TriangleAlert } from "lucide-react";
import { Chip, ChipLabel } from "@/components/ui/chip";
import type { ListedRehearsal } from "@/lib/services/operation/rehearsal/rehearsal-view";

const LOOKS = {
  queued: { icon: CircleDashed, color: "default", label: "Queued" },
  running: { icon: Hourglass, color: "accent", label: "Running" },
  done: { icon: CircleCheck, color: "success", label: "Done" },
  stopped: { icon: CircleSlash, color: "default", label: "Stopped" },
  failed: { icon: TriangleAlert, color: "danger", label: "Failed" },
} as const;

/** How far a rehearsal is, as icon, word and colour. */
export function RehearsalState({ rehearsal }: { rehearsal: ListedRehearsal }) {
  const { state, progress, isStopping } = rehearsal;
  const { icon: Icon, color, label } = LOOKS[state];
  const running = state === "running" ? `${label}, ${progress} %` : label;
  const words = isStopping ? "Stopping" : running;
  return (
    <Chip color={color} variant="soft" size="sm">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <ChipLabel className="figures whitespace-nowrap">{words}</ChipLabel>
    </Chip>
  );
}

/** Stands wherever something is a test, so that nobody takes it for a sale. */
export function TestChip() {
  return (
    <Chip color="warning" variant="soft" size="sm" title="Test visitors on a copy of the event">
      Test
    </Chip>
  );
}
