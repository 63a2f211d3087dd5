"use client";

import { Button } from "@heroui/react";
import { Play, Square } from "lucide-react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import type { Asked } from "@/lib/domain/approval/approval";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/event-view";
import type { EventActions } from "./event-actions";
import { PauseButton } from "./pause-button";

type RunControlsProps = {
  event: EventView;
  isDisabled: boolean;
  actions: EventActions;
  run: <Answer extends EventView | Asked>(
    act: () => Promise<ActionResult<Answer>>,
  ) => Promise<ActionResult<Answer>>;
};

/** Start, pause, resume or stop, as far as the event's state allows. */
export function RunControls({ event, isDisabled, actions, run }: RunControlsProps) {
  const { eventId, status } = event;
  if (status !== "open") {
    return (
      <Button
        fullWidth
        isDisabled={isDisabled}
        onPress={() => void run(() => actions.start({ eventId }))}
      >
        <Play aria-hidden />
        {status === "draft" ? "Start" : "Start a new run"}
      </Button>
    );
  }
  return (
    <>
      {event.paused ? (
        <Button
          fullWidth
          isDisabled={isDisabled}
          onPress={() => void run(() => actions.resume({ eventId }))}
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
      <ConfirmButton
        fullWidth
        trigger={
          <>
            <Square aria-hidden />
            Stop
          </>
        }
        triggerVariant="danger-soft"
        isDisabled={isDisabled}
        title={`Stop ${event.name}?`}
        confirm="Stop the run"
        run={() => run(() => actions.stop({ eventId }))}
      >
        The run ends for good. Everybody who waits loses their place, and starting again begins a
        new run at number 1; limits that the site has set (stock, grants, inlet) and the governor’s
        stay in force. To hold the line for a while, pause it instead.
      </ConfirmButton>
    </>
  );
}
