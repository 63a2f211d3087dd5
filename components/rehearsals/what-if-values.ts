import type { ArrivalShape, RehearsalOrder } from "@/lib/domain/rehearsal/what-if";
import type { RehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import type { CreateWhatIfInput } from "@/lib/services/operation/rehearsal/schemas";

export type VariantValues = {
  order: RehearsalOrder;
  outflow: { fromMinute: number | null; perMinute: number | null }[];
  opensAfterMinutes: number | null;
  /** Empty: nobody gives up. */
  patienceMinutes: number | null;
  noShowPercent: number | null;
  botPercent: number | null;
  /** Empty: any number may be on the site. */
  site: { people: number | null; minutes: number | null };
};

export type WhatIfValues = {
  name: string;
  /** Empty: none. */
  eventId: string;
  arrivals: {
    kind: "curve" | "file" | "run";
    shape: ArrivalShape;
    peakPerMinute: number | null;
    minutes: number | null;
    fileName: string;
    text: string;
    /** Its number as it stands in the list; empty: none. */
    run: string;
  };
  uncertaintyPercent: number | null;
  plan: VariantValues;
  hasChange: boolean;
  change: VariantValues;
};

/** What a new what-if begins with: a sale at the event's outflow to which three times as many come at the peak. */
export function newWhatIf(event: RehearsalEvent | undefined): WhatIfValues {
  const outflow = event?.outflowPerMinute ?? 600;
  const plan: VariantValues = {
    order: event?.order ?? "fifo",
    outflow: [{ fromMinute: 0, perMinute: outflow }],
    opensAfterMinutes: event?.opensAfterMinutes ?? 0,
    patienceMinutes: null,
    noShowPercent: 5,
    botPercent: 0,
    site: { people: event?.activeCap ?? null, minutes: event?.seatMinutes ?? 20 },
  };
  return {
    name: event === undefined ? "Simulation" : `Simulation of ${event.name}`,
    eventId: event?.eventId ?? "",
    arrivals: {
      kind: "curve",
      shape: "rush",
      peakPerMinute: 3 * outflow,
      minutes: 60,
      fileName: "",
      text: "",
      run: `${event?.runs[0]?.number ?? ""}`,
    },
    uncertaintyPercent: 10,
    plan,
    hasChange: false,
    change: { ...plan, outflow: [{ fromMinute: 0, perMinute: Math.round(1.5 * outflow) }] },
  };
}

/** An empty number becomes one that the service refuses at its field. */
const number = (value: number | null) => value ?? Number.NaN;

function variantOf(values: VariantValues): CreateWhatIfInput["plan"] {
  return {
    order: values.order,
    outflow: values.outflow.map(({ fromMinute, perMinute }) => ({
      fromMinute: number(fromMinute),
      perMinute: number(perMinute),
    })),
    opensAfterMinutes: number(values.opensAfterMinutes),
    patienceMinutes: values.patienceMinutes,
    noShowPercent: number(values.noShowPercent),
    botPercent: number(values.botPercent),
    site:
      values.site.people === null
        ? null
        : { people: values.site.people, minutes: number(values.site.minutes) },
  };
}

export function inputOf(values: WhatIfValues): CreateWhatIfInput {
  return {
    name: values.name,
    eventId: values.eventId === "" ? null : values.eventId,
    arrivals: arrivalsOf(values.arrivals),
    uncertaintyPercent: number(values.uncertaintyPercent),
    plan: variantOf(values.plan),
    change: values.hasChange ? variantOf(values.change) : null,
  };
}

function arrivalsOf(values: WhatIfValues["arrivals"]): CreateWhatIfInput["arrivals"] {
  if (values.kind === "file") {
    return { kind: "file", name: values.fileName || "pasted lines", text: values.text };
  }
  if (values.kind === "run") return { kind: "run", run: Number.parseInt(values.run, 10) };
  const { shape, peakPerMinute, minutes } = values;
  return {
    kind: "curve",
    shape,
    peakPerMinute: number(peakPerMinute),
    minutes: number(minutes),
  };
}
