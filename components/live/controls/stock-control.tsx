import { Package } from "lucide-react";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { formatNumber } from "@/components/shared/format";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { StockSet } from "@/lib/services/event/control/set-stock";
import type { SetStockInput } from "@/lib/services/event/settings/inputs";
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
  const { form, control, ...asked } = useActionForm<Values, StockSet>({
    defaultValues: { kind: snapshot?.salesReported === true ? "units" : "left", units: stock },
    submit: ({ kind, units }) =>
      actions.setStock({ eventId, kind, units: kind === "none" ? 0 : (units ?? Number.NaN) }),
    onDone: () => {
      refresh();
      close();
    },
  });
  const kind = form.watch("kind");
  return (
    <ActionForm {...asked} submit="Set stock" cancel={close}>
      <RadioField
        control={control}
        name="kind"
        label="Count"
        options={[
          {
            value: "left",
            label: "Units left",
            description: "Each admission uses up units. For sites that don't report sales.",
          },
          {
            value: "units",
            label: "Unsold units",
            description:
              "Your site reports sales. Units a visitor doesn't buy go to the next visitor.",
          },
          { value: "none", label: "Off", description: "Only the outflow limits admissions." },
        ]}
      />
      {kind === "none" ? null : (
        <NumberField
          control={control}
          name="units"
          label="Stock"
          unit="units"
          maxValue={1_000_000_000}
          isRequired
          description={`Each admission reserves ${formatNumber(unitsPerAdmission)}. At 0, nobody is admitted.`}
        />
      )}
    </ActionForm>
  );
}
