"use client";

import { useState } from "react";
import { formatNumber } from "@/components/shared/format";
import { Button } from "@/components/ui/button";
import { NumberInput } from "@/components/ui/number-input";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
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
  const value = draft ?? outflowPerMinute;
  const isChanged = draft !== null && !Number.isNaN(draft) && draft !== outflowPerMinute;
  const apply = async () => {
    if (!isChanged) return;
    const before = outflowPerMinute;
    const result = await setOutflow(value);
    if (!result.ok) return;
    setDraft(null);
    const { settingsVersion } = result.data;
    toast(`Outflow set to ${formatNumber(value)} per minute`, {
      about: "outflow",
      timeoutMs: 20_000,
      action: { label: "Undo", run: () => void setOutflow(before, settingsVersion) },
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
      <NumberInput
        what="Outflow"
        label={
          <>
            Outflow <span className="font-normal text-muted">(visitors per minute)</span>
          </>
        }
        value={value}
        onChange={setDraft}
        minValue={1}
        maxValue={1_000_000}
        groupClassName="h-12 sm:h-12"
        dataKey="o"
        inputClassName="text-center text-2xl font-semibold tracking-tight sm:text-2xl"
      />
      <OutflowSteps value={value} setValue={setDraft} />
      <Button type="submit" fullWidth isDisabled={!isChanged} isPending={isPending}>
        {isChanged ? `Set to ${formatNumber(value)} per minute` : "Set outflow"}
      </Button>
    </form>
  );
}
