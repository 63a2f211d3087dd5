"use client";

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
            ? "Everybody solves a challenge before joining. Whoever is in line keeps their place."
            : "Under attack: everybody solves a challenge before joining."}
          {from === null
            ? null
            : ` It also goes on by itself from ${from.toLocaleString("en")} joins a minute, and off after a quiet minute.`}
        </>
      }
      isOn={softBlock}
      isDisabled={isDisabled}
      onClick={() => void run(() => actions.setSoftBlock({ eventId, isOn: !softBlock }))}
    />
  );
}
