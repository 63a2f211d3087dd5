import type { EventSettingsInput } from "@/lib/services/event/settings/schemas";

type Admission = EventSettingsInput["admission"];

/** Admission by lottery as the form holds it. */
export type AdmissionValues = {
  kind: "line" | "percentage" | "sigmoid";
  percent: number | null;
  midpointPercent: number | null;
  steepness: number | null;
  holdSeconds: number | null;
  by: NonNullable<Admission>["identity"]["by"];
  name: string;
  /** The key of the lane for those who are drawn; empty: the others are held. */
  lane: string;
};

const NEW: AdmissionValues = {
  kind: "line",
  percent: 50,
  midpointPercent: 80,
  steepness: 20,
  holdSeconds: 60,
  by: "browser",
  name: "",
  lane: "",
};

export function toAdmissionValues(admission: Admission): AdmissionValues {
  if (admission === null) return { ...NEW };
  const { share, identity, holdSeconds, lane = "" } = admission;
  return {
    ...NEW,
    ...share,
    kind: share.type,
    ...{ holdSeconds, lane },
    by: identity.by,
    name: "name" in identity ? identity.name : "",
  };
}

/** An emptied number field; the service refuses it with the range that it takes. */
const EMPTY = Number.NaN;

export function toAdmission(values: AdmissionValues): Admission {
  const { kind, by, name, lane } = values;
  if (kind === "line") return null;
  return {
    share:
      kind === "percentage"
        ? { type: kind, percent: values.percent ?? EMPTY }
        : {
            type: kind,
            midpointPercent: values.midpointPercent ?? EMPTY,
            steepness: values.steepness ?? EMPTY,
          },
    holdSeconds: values.holdSeconds ?? EMPTY,
    identity: by === "browser" || by === "address" ? { by } : { by, name },
    ...(lane === "" ? {} : { lane }),
  };
}
