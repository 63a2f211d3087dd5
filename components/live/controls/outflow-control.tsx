"use client";

import { Button, Label, NumberField, toast } from "@heroui/react";
import { useState } from "react";
import { formatNumber } from "@/components/shared/format";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/event-view";
import { OutflowSteps } from "./outflow-steps";

type OutflowControlProps = {
  outflowPerMinute: number;
  isPending: boolean;
  /** With the version that is to be in force still: somebody else's change is not undone. */
  setOutflow: (outflowPerMinute: number, seenVersion?: number) => Promise<ActionResult<EventView>>;
};

/** The one large control of a running event: how many are let in per minute, with undo. */
export function OutflowControl(props: OutflowControlProps) {
  const { outflowPerMinute, isPending, setOutflow } = props;
  const [draft, setDraft] = useState<number | null>(null);
  /** What is typed counts once the field is left, which a press on the button does. */
  const [isTyping, setTyping] = useState(false);
  const value = draft ?? outflowPerMinute;
  const isChanged = draft !== null && draft !== outflowPerMinute;
  const apply = async () => {
    if (!isChanged || Number.isNaN(value)) return;
    const before = outflowPerMinute;
    const result = await setOutflow(value);
    if (!result.ok) return;
    setDraft(null);
    const { settingsVersion } = result.data;
    toast(`Outflow set to ${formatNumber(value)} per minute`, {
      timeout: 20_000,
      actionProps: { children: "Undo", onPress: () => void setOutflow(before, settingsVersion) },
    });
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <NumberField
        fullWidth
        value={value}
        onChange={setDraft}
        onBlur={() => setTyping(false)}
        minValue={1}
        maxValue={1_000_000}
        step={1}
        validationBehavior="aria"
      >
        <Label>
          Outflow <span className="font-normal text-muted">(visitors per minute)</span>
        </Label>
        <NumberField.Group className="h-12">
          <NumberField.DecrementButton />
          <NumberField.Input
            data-key="o"
            onInput={() => setTyping(true)}
            className="figures text-center text-2xl font-semibold tracking-tight sm:text-2xl"
          />
          <NumberField.IncrementButton />
        </NumberField.Group>
      </NumberField>
      <OutflowSteps value={value} setValue={setDraft} />
      <Button
        type="submit"
        fullWidth
        isDisabled={!isTyping && (!isChanged || Number.isNaN(value))}
        isPending={isPending}
      >
        {isChanged && !Number.isNaN(value)
          ? `Set to ${formatNumber(value)} per minute`
          : "Set outflow"}
      </Button>
    </form>
  );
}
