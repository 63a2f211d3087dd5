import { Panel } from "@/components/shared/panel";
import type { ListedRehearsal } from "@/lib/services/operation/rehearsal/rehearsal-view";

/** How much of a what-if is played. */
export function RehearsalProgress({ rehearsal }: { rehearsal: ListedRehearsal }) {
  if (rehearsal.state !== "queued" && rehearsal.state !== "running") return null;
  const { progress } = rehearsal;
  return (
    <Panel>
      <p className="figures text-sm" id="rehearsal-progress">
        {rehearsal.state === "queued" ? "Starts in a moment." : `${progress} % of runs simulated.`}
      </p>
      <progress
        aria-labelledby="rehearsal-progress"
        max={100}
        value={progress}
        className="mt-2 h-2 w-full accent-accent"
      />
    </Panel>
  );
}
