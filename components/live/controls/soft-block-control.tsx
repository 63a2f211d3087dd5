import { ShieldCheck } from "lucide-react";
import type { ControlProps } from "./control-props";
import { SwitchButton } from "./switch-button";

/** Asks everybody for a challenge before they join, while an event is under attack. */
export function SoftBlockControl({ event, isDisabled, actions, run }: ControlProps) {
  const { eventId, softBlock, protection } = event;
  const from = protection?.challenge.fromJoinsPerMinute ?? null;
  return (
    <SwitchButton
      icon={ShieldCheck}
      label="Soft block"
      says={
        <>
          {softBlock
            ? "Every visitor solves a challenge before joining. Visitors in line keep their place."
            : "Require a challenge from everyone before joining."}
          {from === null
            ? null
            : ` Switches on automatically at ${from.toLocaleString("en")} joins per minute, and off after a quiet minute.`}
        </>
      }
      isOn={softBlock}
      isDisabled={isDisabled}
      onClick={() => void run(() => actions.setSoftBlock({ eventId, isOn: !softBlock }))}
    />
  );
}
