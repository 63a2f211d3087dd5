import { Users } from "lucide-react";
import { toast } from "@/components/ui/toast";
import type { ControlProps } from "./control-props";
import { SwitchButton } from "./switch-button";

/** Shows the waiting page to everybody, also while nobody waits. It can be taken back. */
export function QueueAllControl({ event, isDisabled, actions, run }: ControlProps) {
  const { eventId, queueAll } = event;
  // A scheduled event has its line from the start on.
  if (event.kind !== "always-on") return null;
  const set = (isOn: boolean) => run(() => actions.setQueueAll({ eventId, isOn }));
  return (
    <SwitchButton
      icon={Users}
      label="Queue all"
      says={
        queueAll
          ? "Every visitor sees the waiting room, even when nobody is waiting."
          : "Send every visitor through the waiting room."
      }
      isOn={queueAll}
      isDisabled={isDisabled}
      onClick={async () => {
        const result = await set(!queueAll);
        if (!result.ok) return;
        toast(queueAll ? "The line ends once nobody is waiting" : "Every visitor now queues", {
          about: "queue-all",
          timeoutMs: 8_000,
          action: { label: "Undo", run: () => void set(queueAll) },
        });
      }}
    />
  );
}
