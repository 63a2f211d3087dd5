"use client";

import { FastForward, Play } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { plural } from "@/components/shared/format";
import { useRepeatAfterProof } from "@/components/shared/use-reauthenticate";
import { Button } from "@/components/ui/button";
import type { EventLive } from "@/lib/services/event/get-live";
import type { ControlProps } from "./control-props";
import { PauseButton } from "./pause-button";

type RunControlsProps = ControlProps & { live: EventLive };

/** Start, start now, pause or resume, as far as the event's state allows. */
export function RunControls(props: RunControlsProps) {
  const { event, isDisabled, actions, run } = props;
  const { eventId, status } = event;
  const repeatAfterProof = useRepeatAfterProof();
  if (status !== "open") {
    return (
      <Button
        fullWidth
        isDisabled={isDisabled}
        onClick={() => void run(() => repeatAfterProof(() => actions.start({ eventId })))}
      >
        <Play aria-hidden />
        {status === "draft" ? "Start" : "Start a new run"}
      </Button>
    );
  }
  return (
    <>
      <StartNowButton {...props} />
      {event.paused ? (
        <Button
          fullWidth
          data-key="p"
          isDisabled={isDisabled}
          onClick={() => void run(() => actions.resume({ eventId }))}
        >
          <Play aria-hidden />
          Resume
        </Button>
      ) : (
        <PauseButton
          event={event}
          isDisabled={isDisabled}
          pause={(messages) => run(() => actions.pause({ eventId, messages }))}
        />
      )}
    </>
  );
}

/** Moves the start of a scheduled event to now, while it is still to come. */
function StartNowButton({ event, live, isDisabled, actions, run }: RunControlsProps) {
  const [isOpen, setOpen] = useState(false);
  const phase = live.snapshot?.phase;
  if (phase !== "before" && phase !== "pre-queue") return null;
  const waiting = live.snapshot?.waiting ?? 0;
  if (live.draw !== null) {
    return (
      <p className="text-xs text-muted">
        The start is part of the promised draw, so it cannot be moved while the run is open.
      </p>
    );
  }
  if (event.schedule !== null) {
    return (
      <p className="text-xs text-pretty text-muted">
        It starts by its schedule “{event.schedule.name}”. To begin earlier,{" "}
        <Link href={`/events/${event.eventId}/settings/schedule#schedules`} className="link-text">
          change the time of the schedule
        </Link>
        ; its end stays as you set it there.
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
        The start is moved to this moment.{" "}
        {waiting === 0
          ? "Nobody has come yet."
          : `${plural(waiting, "visitor")} in the pre-queue begin to go in.`}{" "}
        {event.endAt === null ? null : "The end stays as it is. "}It cannot be moved back.
      </DangerDialog>
    </>
  );
}
