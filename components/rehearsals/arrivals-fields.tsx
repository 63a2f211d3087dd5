import { useId } from "react";
import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { formatMoment, plural } from "@/components/shared/format";
import { NumberField } from "@/components/shared/number-field";
import { RadioField } from "@/components/shared/radio-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { useZone } from "@/components/shared/zone";
import {
  arrivalsOfCurve,
  type ReadArrivals,
  readArrivalsFile,
} from "@/lib/domain/rehearsal/arrivals";
import { WHAT_IF_LIMITS } from "@/lib/domain/rehearsal/what-if";
import type { RehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import type { WhatIfValues } from "./what-if-values";

const KINDS = [
  { value: "curve", label: "Curve", description: "Set its peak, length and shape." },
  { value: "file", label: "File", description: "Minute and arrivals, one pair per line." },
  { value: "run", label: "A past run", description: "The recorded arrivals, minute by minute." },
];

const SHAPES = [
  { value: "rush", label: "Early rush" },
  { value: "bell", label: "Rise and fall" },
  { value: "even", label: "Constant" },
];

type ArrivalsFieldsProps = {
  form: UseFormReturn<WhatIfValues>;
  /** The one that is chosen. */
  event: RehearsalEvent | undefined;
};

/** Who comes, and when. */
export function ArrivalsFields({ form, event }: ArrivalsFieldsProps) {
  const { control } = form;
  const kind = useWatch({ control, name: "arrivals.kind" });
  // Whoever has chosen a run keeps that choice where another event has none.
  const hasRuns = kind === "run" || (event?.runs.length ?? 0) > 0;
  return (
    <>
      <RadioField
        control={control}
        name="arrivals.kind"
        label="Arrivals from"
        options={hasRuns ? KINDS : KINDS.slice(0, 2)}
      />
      {kind === "curve" ? <CurveFields control={control} /> : null}
      {kind === "file" ? <FileFields form={form} /> : null}
      {kind === "run" ? <RunFields control={control} event={event} /> : null}
      <NumberField
        control={control}
        name="uncertaintyPercent"
        label="Uncertainty"
        unit="± %"
        maxValue={90}
        description="The true total is within this range 95 % of the time."
      />
    </>
  );
}

function CurveFields({ control }: { control: Control<WhatIfValues> }) {
  const [shape, peak, minutes] = useWatch({
    control,
    name: ["arrivals.shape", "arrivals.peakPerMinute", "arrivals.minutes"],
  });
  const isWhole = peak !== null && minutes !== null && minutes > 0;
  const total =
    isWhole && minutes <= WHAT_IF_LIMITS.minutes
      ? arrivalsOfCurve({ shape, peakPerMinute: peak, minutes }).reduce((sum, one) => sum + one, 0)
      : null;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField control={control} name="arrivals.shape" label="Shape" options={SHAPES} />
        <NumberField
          control={control}
          name="arrivals.peakPerMinute"
          label="Peak"
          unit="per minute"
          minValue={1}
        />
        <NumberField
          control={control}
          name="arrivals.minutes"
          label="Length"
          unit="minutes"
          minValue={1}
        />
      </div>
      <p className="figures -mt-2 text-xs text-muted">
        {total === null ? "" : `${plural(total, "visitor")} in total.`}
      </p>
    </>
  );
}

function FileFields({ form }: { form: UseFormReturn<WhatIfValues> }) {
  const id = useId();
  const text = useWatch({ control: form.control, name: "arrivals.text" });
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    form.setValue("arrivals.fileName", file.name);
    form.setValue("arrivals.text", await file.text());
    form.clearErrors("arrivals.text");
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          Arrivals file
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="max-w-full text-sm file:mr-3 file:rounded-md file:border-0 file:bg-default file:px-3 file:py-1.5 file:text-sm file:font-medium"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </div>
      <TextField
        control={form.control}
        name="arrivals.text"
        label="Minute and arrivals"
        placeholder={"minute,arrivals\n0,1800\n1,1650"}
        description="Minutes start at 0. A missing minute has no arrivals."
        rows={8}
        mono
      />
      {text === "" ? null : <WhatTheFileSays read={readArrivalsFile(text)} />}
    </div>
  );
}

function WhatTheFileSays({ read }: { read: ReadArrivals }) {
  if (!read.ok) {
    return (
      <ul role="alert" className="flex flex-col gap-0.5 text-xs text-danger">
        {read.problems.map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
    );
  }
  const total = read.perMinute.reduce((sum, one) => sum + one, 0);
  return (
    <p className="figures text-xs text-muted">
      {plural(total, "visitor")} in {plural(read.perMinute.length, "minute")}.
    </p>
  );
}

type RunFieldsProps = { control: Control<WhatIfValues> } & Pick<ArrivalsFieldsProps, "event">;

function RunFields({ control, event }: RunFieldsProps) {
  const zone = useZone();
  const options = (event?.runs ?? []).map(({ number, openedAt }) => ({
    value: `${number}`,
    label: `Run ${number}, started ${formatMoment(openedAt, zone)}`,
  }));
  return (
    <SelectField
      control={control}
      name="arrivals.run"
      label="Run"
      options={options}
      isDisabled={options.length === 0}
      description={runsText(event)}
    />
  );
}

function runsText(event: RehearsalEvent | undefined): string {
  if (event === undefined) return "Choose an event above.";
  const { name, runs } = event;
  if (runs.length === 0) return `${name} has no recorded runs.`;
  return `Recorded runs of ${name}, newest first.`;
}
