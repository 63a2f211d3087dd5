import { FastForward } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { plural } from "@/components/shared/format";
import { Button } from "@/components/ui/button";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { ReadinessCheck } from "@/lib/services/sites/readiness/checks";
import type { ControlProps } from "./control-props";
import { PauseOrResume } from "./pause-button";
import { StartButton } from "./start-button";

type RunControlsProps = ControlProps & {
  live: EventLive;
  needed: readonly ReadinessCheck[];
  askPause: () => void;
};

/** Start, start now, pause or resume, as far as the event's state allows. */
export function RunControls(props: RunControlsProps) {
  if (props.event.status !== "open") return <StartButton {...props} />;
  return (
    <>
      <StartNowButton {...props} />
      <PauseOrResume {...props} />
    </>
  );
}

/** Moves the start of a scheduled event to now, while it is still to come. */
function StartNowButton({
  event,
  live,
  isDisabled,
  actions,
  run,
}: Omit<RunControlsProps, "needed" | "askPause">) {
  const [isOpen, setOpen] = useState(false);
  const phase = live.snapshot?.phase;
  if (phase !== "before" && phase !== "pre-queue") return null;
  const waiting = live.snapshot?.waiting ?? 0;
  if (live.draw !== null) {
    return (
      <p className="text-xs text-muted">
        The start is part of the committed draw and can't be moved while the run is open.
      </p>
    );
  }
  if (event.schedule !== null) {
    return (
      <p className="text-xs text-pretty text-muted">
        Starts by schedule “{event.schedule.name}”. To start earlier,{" "}
        <Link href={`/events/${event.eventId}/settings/schedule#schedules`} className="link-text">
          edit the schedule
        </Link>
        ; the end time stays the same.
      </p>
    );
  }
  return (
    <>
      <Button fullWidth isDisabled={isDisabled} onClick={() => setOpen(true)}>
        <FastForward aria-hidden />
        Start now
      </Button>
      <DangerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Start ${event.name} now?`}
        confirm="Start now"
        variant="primary"
        run={() => run(() => actions.startNow({ eventId: event.eventId }), "form")}
      >
        Moves the start to now.{" "}
        {waiting === 0
          ? "Nobody is in the pre-queue."
          : `${plural(waiting, "visitor")} in the pre-queue will start to be admitted.`}{" "}
        {event.endAt === null ? null : "The end time stays the same. "}
        This can't be undone.
      </DangerDialog>
    </>
  );
}
