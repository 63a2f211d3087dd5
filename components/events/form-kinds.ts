import { type DrawValues, toDraw, toDrawValues } from "@/components/draw/draw-values";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import type { CustomKind, CustomValues, Kind, ValuesOf } from "@/lib/domain/event/settings/kinds";
import { type Lanes, SINGLE_LANE } from "@/lib/domain/lane/lane";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import { type AdmissionValues, toAdmission, toAdmissionValues } from "./admission-values";
import { type AfterEventValues, toAfterEvent, toAfterEventValues } from "./after-event-values";
import {
  type ProtectionValues,
  toProtection,
  toProtectionValues,
} from "./protection/protection-values";

export type LaneValues = {
  key: string;
  name: string;
  weight: number | null;
  fromRelativeQuality: number | null;
};

/** Schedules are changed one by one, beside the form; what programs of Cloudflare's API keep, by those alone. */
const BESIDE_FORM = ["schedules", "cloudflareRoom"] as const;
export type KindBesideForm = (typeof BESIDE_FORM)[number];

/** True for a setting that no field of the form holds. */
export function isBesideForm(kind: Kind): boolean {
  return kind.is === "custom" && BESIDE_FORM.some((name) => name === kind.name);
}

type FormKind = Exclude<CustomKind, KindBesideForm>;

export type KindInForm =
  | Exclude<Kind, { is: "custom" }>
  | { readonly is: "custom"; readonly name: FormKind };

/** What the form holds of kinds of their own. */
type CustomFormValues = {
  targetUrl: string;
  waitingStatusCode: string;
  language: string;
  colour: string;
  theme: string;
  draw: DrawValues;
  afterEvent: AfterEventValues;
  /** An empty address for no governor. */
  governor: { healthUrl: string; timeoutMs: number | null };
  turn: { confirm: TurnSetting["confirm"] | "never"; seconds: number | null };
  admission: AdmissionValues;
  lanes: { mode: Lanes["mode"]; defaultLane: string; lanes: LaneValues[] };
  notices: CustomValues["notices"];
  protection: ProtectionValues;
};

/** What the form holds of a kind of setting: texts and numbers as typed. */
export type FormValuesOf<K> = K extends { readonly name: infer Name extends FormKind }
  ? CustomFormValues[Name]
  : K extends { readonly is: "count" | "limit" }
    ? number | null
    : K extends { readonly is: "local-time" | "lines" }
      ? string
      : ValuesOf<K>;

type Conversion<Value, Form> = {
  readonly toForm: (value: Value, timeZone: string) => Form;
  readonly toSetting: (form: Form, timeZone: string) => Value;
};

/** An emptied number field; the service refuses it with the range that it takes. */
const EMPTY = Number.NaN;

/** What the form holds for no theme: the key of none, because keys begin with no space. */
export const NO_THEME = " none";

const STATUS_CODES = [200, 202, 429, 503] as const;

const asItIs = <Value>(): Conversion<Value, Value> => ({
  toForm: (value) => value,
  toSetting: (value) => value,
});

const PLAIN: {
  readonly [Is in Exclude<Kind["is"], "custom">]: Conversion<
    ValuesOf<Extract<Kind, { is: Is }>>,
    FormValuesOf<Extract<Kind, { is: Is }>>
  >;
} = {
  line: asItIs(),
  text: asItIs(),
  count: { toForm: (value) => value, toSetting: (typed) => typed ?? EMPTY },
  limit: asItIs(),
  flag: asItIs(),
  choice: asItIs(),
  "local-time": {
    toForm: (value) => value ?? "",
    toSetting: (typed) => (typed === "" ? null : typed),
  },
  lines: { toForm: (entries) => entries.join("\n"), toSetting: linesOf },
};

const CUSTOM: {
  readonly [Name in FormKind]: Conversion<CustomValues[Name], CustomFormValues[Name]>;
} = {
  targetUrl: asItIs(),
  waitingStatusCode: {
    toForm: String,
    toSetting: (chosen) => STATUS_CODES.find((code) => String(code) === chosen) ?? 200,
  },
  language: {
    toForm: (tag) => tag,
    toSetting: (chosen) => (isLanguage(chosen) ? chosen : "en"),
  },
  colour: asItIs(),
  theme: {
    toForm: (key) => key ?? NO_THEME,
    toSetting: (chosen) => (chosen === NO_THEME ? null : chosen),
  },
  draw: { toForm: toDrawValues, toSetting: toDraw },
  afterEvent: { toForm: toAfterEventValues, toSetting: toAfterEvent },
  governor: {
    toForm: (governor) => ({
      healthUrl: governor?.healthUrl ?? "",
      timeoutMs: governor?.timeoutMs ?? 2_000,
    }),
    toSetting: ({ healthUrl, timeoutMs }) =>
      healthUrl.trim() === "" ? null : { healthUrl, timeoutMs: timeoutMs ?? EMPTY },
  },
  turn: {
    toForm: (turn) => ({
      confirm: turn?.confirm ?? "never",
      seconds: turn?.seconds ?? EVENT_DEFAULTS.turnSeconds,
    }),
    toSetting: ({ confirm, seconds }) =>
      confirm === "never" ? null : { confirm, seconds: seconds ?? EMPTY },
  },
  admission: { toForm: toAdmissionValues, toSetting: toAdmission },
  lanes: {
    toForm: ({ lanes, ...rest }) => ({ ...rest, lanes: lanes.map((lane) => ({ ...lane })) }),
    toSetting: toLanes,
  },
  notices: asItIs(),
  protection: { toForm: toProtectionValues, toSetting: toProtection },
};

/** How the form holds a setting and what it stands for; each takes the values of the kind. */
export function conversionOf(kind: KindInForm): {
  readonly toForm: (value: never, timeZone: string) => unknown;
  readonly toSetting: (form: never, timeZone: string) => unknown;
} {
  return kind.is === "custom" ? CUSTOM[kind.name] : PLAIN[kind.is];
}

/** The form keeps at least one lane; the service checks the rest. */
function toLanes({ mode, defaultLane, lanes }: CustomFormValues["lanes"]): Lanes {
  const [first = SINGLE_LANE.lanes[0], ...others] = lanes.map((lane) => ({
    ...lane,
    // Ordered lanes have no shares to fill in.
    weight: lane.weight ?? (mode === "ordered" ? 1 : EMPTY),
  }));
  return { mode, defaultLane, lanes: [first, ...others] };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
