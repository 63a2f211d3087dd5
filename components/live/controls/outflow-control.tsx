import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { formatNumber, plural } from "@/components/shared/format";
import { Button } from "@/components/ui/button";
import { NumberInput } from "@/components/ui/number-input";
import { toast } from "@/components/ui/toast";
import { rangeProblem } from "@/components/ui/typed-number";
import { outflowRaise } from "@/lib/domain/line/outflow-raise";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { OutflowSteps } from "./outflow-steps";

const OUTFLOW = { min: 1, max: 1_000_000, step: 1 } as const;

type OutflowControlProps = {
  outflowPerMinute: number;
  /** How many wait in an open line; null where nobody is admitted by a change. */
  waiting: number | null;
  isPending: boolean;
  /** With the version that is to be in force still: somebody else's change is not undone. */
  setOutflow: (
    outflowPerMinute: number,
    seenVersion?: number,
    refusals?: "form",
  ) => Promise<ActionResult<EventView>>;
};

/**
 * The one large control of a running event: how many are let in per minute, with undo. Much more than is in force is
 * asked about first: who has gone in cannot be called back.
 */
export function OutflowControl(props: OutflowControlProps) {
  const { outflowPerMinute, waiting, isPending, setOutflow } = props;
  const [draft, setDraft] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const value = draft ?? outflowPerMinute;
  const problem = rangeProblem(value, OUTFLOW);
  const isChanged = draft !== null && draft !== outflowPerMinute && problem === undefined;
  const raise = outflowRaise({ from: outflowPerMinute, to: value, waiting: waiting ?? 0 });
  const say = ({ settingsVersion }: EventView) => {
    setDraft(null);
    const isRaised = value > outflowPerMinute && waiting !== null;
    toast(`Outflow set to ${formatNumber(value)} per minute`, {
      about: "outflow",
      ...(isRaised ? { note: "Undo doesn't call back visitors already admitted." } : {}),
      timeoutMs: 20_000,
      action: { label: "Undo", run: () => void setOutflow(outflowPerMinute, settingsVersion) },
    });
  };
  const apply = async () => {
    if (!isChanged) return;
    if (raise.isLarge && waiting !== null) {
      setAsking(true);
      return;
    }
    const result = await setOutflow(value);
    if (result.ok) say(result.data);
  };
  return (
    <>
      <form
        className="flex flex-col gap-3"
        data-unsaved="false"
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
          error={problem}
          minValue={OUTFLOW.min}
          maxValue={OUTFLOW.max}
          groupClassName="h-12 sm:h-12"
          dataKey="o"
          inputClassName="text-center text-2xl font-semibold tracking-tight sm:text-2xl"
        />
        <OutflowSteps value={value} setValue={setDraft} />
        <Button type="submit" fullWidth isDisabled={!isChanged} isPending={isPending}>
          {isChanged ? `Set to ${formatNumber(value)} per minute` : "Set outflow"}
        </Button>
      </form>
      <DangerDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Raise the outflow to ${formatNumber(value)}?`}
        confirm={`Set to ${formatNumber(value)} per minute`}
        run={() => setOutflow(value, undefined, "form")}
        onDone={say}
      >
        It is {formatNumber(outflowPerMinute)} per minute now.{" "}
        {raise.admittedAfter === 0
          ? "Nobody is waiting, but everyone who comes will reach your site at up to this rate."
          : `Up to ${plural(raise.admittedAfter, "waiting visitor")} will reach your site within a minute, instead of ${formatNumber(raise.admittedBefore)}.`}{" "}
        You can lower it again, but visitors already admitted stay in.
      </DangerDialog>
    </>
  );
}
