"use client";

import { Package } from "lucide-react";
import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { formatNumber } from "@/components/shared/format";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { SetStockInput } from "@/lib/services/event/inputs";
import type { StockSet } from "@/lib/services/event/set-stock";
import type { ControlProps } from "./control-props";
import { FactButton } from "./fact-button";
import { useFreshFigures } from "./use-fresh-figures";

type StockProps = Pick<ControlProps, "event" | "isDisabled" | "actions"> & {
  snapshot: LineSnapshot | null;
};
type Values = { kind: SetStockInput["kind"]; units: number | null };

/** How many units are left, and where that is set. */
export function StockControl({ event, isDisabled, actions, snapshot }: StockProps) {
  const [isOpen, setOpen] = useState(false);
  const stock = snapshot?.stock ?? null;
  return (
    <>
      <FactButton
        icon={Package}
        label="Stock"
        value={stock === null ? "not counted" : `${formatNumber(stock)} left`}
        isDisabled={isDisabled || snapshot === null}
        onClick={() => setOpen(true)}
      />
      <Dialog title="Stock" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <StockForm {...{ event, actions, snapshot }} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type StockFormProps = Omit<StockProps, "isDisabled"> & { close: () => void };

function StockForm({
  event: { eventId, unitsPerAdmission },
  actions,
  snapshot,
  close,
}: StockFormProps) {
  const stock = snapshot?.stock ?? null;
  const refresh = useFreshFigures(eventId);
  const { form, control, message, isPending, onSubmit } = useActionForm<Values, StockSet>({
    defaultValues: { kind: snapshot?.salesReported === true ? "units" : "left", units: stock ?? 0 },
    submit: ({ kind, units }) =>
      actions.setStock({ eventId, kind, units: kind === "none" ? 0 : (units ?? Number.NaN) }),
    onDone: () => {
      refresh();
      close();
    },
  });
  const kind = form.watch("kind");
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      <RadioField
        control={control}
        name="kind"
        label="What is counted"
        options={[
          {
            value: "left",
            label: "What is left to give away",
            description: "Each visitor who is let in takes some. For sites that report no sales.",
          },
          {
            value: "units",
            label: "What is not sold",
            description:
              "The site reports sales; what a visitor does not buy goes to the next one.",
          },
          { value: "none", label: "Nothing", description: "The outflow alone decides." },
        ]}
      />
      {kind === "none" ? null : (
        <NumberField
          control={control}
          name="units"
          label="How many"
          unit="units"
          isRequired
          description={`Each admission reserves ${formatNumber(unitsPerAdmission)}. With 0 nobody is let in.`}
        />
      )}
      <div className="flex justify-end">
        <SubmitButton isPending={isPending}>Set the stock</SubmitButton>
      </div>
    </form>
  );
}
