"use client";

import { Button, Chip } from "@heroui/react";
import { ShieldCheck, ShieldOff } from "lucide-react";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/event-view";
import type { SetSoftBlockInput } from "@/lib/services/event/inputs";

type SoftBlockControlProps = {
  event: EventView;
  isDisabled: boolean;
  setSoftBlock: (input: SetSoftBlockInput) => Promise<ActionResult<EventView>>;
};

/** Asks everybody for a challenge before they join, while an event is under attack. */
export function SoftBlockControl({ event, isDisabled, setSoftBlock }: SoftBlockControlProps) {
  const { eventId, softBlock, protection } = event;
  if (event.status !== "open") return null;
  const from = protection?.challenge.fromJoinsPerMinute ?? null;
  return (
    <div className="flex flex-col gap-2 border-t border-separator pt-4">
      {softBlock ? (
        <Chip color="warning" variant="soft" className="self-start">
          <ShieldCheck aria-hidden className="size-3.5 shrink-0" />
          <Chip.Label>Soft block is on</Chip.Label>
        </Chip>
      ) : null}
      <Button
        variant="secondary"
        fullWidth
        isDisabled={isDisabled}
        onPress={() => void setSoftBlock({ eventId, isOn: !softBlock })}
      >
        {softBlock ? <ShieldOff aria-hidden /> : <ShieldCheck aria-hidden />}
        {softBlock ? "End the soft block" : "Soft block: challenge everybody"}
      </Button>
      <p className="text-xs text-muted">
        {softBlock
          ? "Everybody solves a challenge before joining. Whoever is in line keeps their place."
          : "While the event is under attack, everybody solves a challenge before joining."}
        {from === null
          ? null
          : ` It also goes on by itself from ${from.toLocaleString("en")} joins a minute, and off after a quiet minute.`}
      </p>
    </div>
  );
}
