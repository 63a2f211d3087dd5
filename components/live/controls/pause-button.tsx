import { Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { ControlProps } from "./control-props";

type PauseOrResumeProps = ControlProps & {
  /** Opens the dialog, which outlives the button. */
  askPause: () => void;
  /** As one of several in a bar. Its name says more, and the key leads to the other one. */
  isInBar?: boolean;
};

/** Pauses an open event, or lets a paused one go on. */
export function PauseOrResume(props: PauseOrResumeProps) {
  const { event, isDisabled, actions, run, askPause, isInBar } = props;
  const { eventId } = event;
  if (event.paused) {
    return (
      <Button
        {...lookOf(isInBar)}
        isDisabled={isDisabled}
        onClick={() => void run(() => actions.resume({ eventId }))}
      >
        <Play aria-hidden />
        <Name isInBar={isInBar}>Resume</Name>
      </Button>
    );
  }
  return (
    <Button
      {...lookOf(isInBar)}
      data-key-acts=""
      variant="secondary"
      isDisabled={isDisabled}
      onClick={askPause}
    >
      <Pause aria-hidden />
      <Name isInBar={isInBar}>Pause</Name>
    </Button>
  );
}

function lookOf(isInBar = false) {
  return isInBar ? ({ size: "sm" } as const) : ({ fullWidth: true, "data-key": "p" } as const);
}

function Name({ isInBar = false, children }: { isInBar: boolean | undefined; children: string }) {
  return (
    <span>
      {children}
      {isInBar ? <span className="sr-only"> the event</span> : null}
    </span>
  );
}
