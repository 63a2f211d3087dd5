import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { CloudflareRoom } from "@/lib/domain/cloudflare-room/room";
import type { DrawSetting } from "@/lib/domain/draw/draw-source";
import type { GovernorSetting } from "@/lib/domain/governor/governor-setting";
import type { Lanes } from "@/lib/domain/lane/lane";
import type { NoticeSetting } from "@/lib/domain/notice/notice-setting";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Protection } from "@/lib/domain/protection/protection";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";

/** Kinds of their own, each with a schema, its words and its fields. */
export type CustomValues = {
  targetUrl: string;
  waitingStatusCode: 200 | 202 | 429 | 503;
  language: Language;
  colour: string;
  theme: string | null;
  schedules: Schedule[];
  draw: DrawSetting;
  afterEvent: AfterEvent | null;
  governor: GovernorSetting;
  turn: TurnSetting | null;
  admission: AdmissionSetting | null;
  lanes: Lanes;
  notices: NoticeSetting;
  protection: Protection | null;
  cloudflareRoom: CloudflareRoom | null;
};
export type CustomKind = keyof CustomValues;

/** One line of text that is not empty. */
export const line = (max: number) => ({ is: "line", max }) as const;

export const text = { is: "text" } as const;

/** A number; `unit` says what it counts, where a change of it is told. */
export const count = (min: number, max: number, unit = "") =>
  ({ is: "count", min, max, unit, isDuration: false }) as const;

/** A number of minutes; a change is told as a duration. */
export const minutes = (min: number, max: number) =>
  ({ is: "count", min, max, unit: "", isDuration: true }) as const;

/** A number, or null; `none` says what that means. */
export const limit = (min: number, max: number, unit = "", none: string | null = null) =>
  ({ is: "limit", min, max, unit, none }) as const;

export const flag = { is: "flag" } as const;

/** One of a few, each with its words. */
export const choice = <Choice extends string>(words: Readonly<Record<Choice, string>>) =>
  ({ is: "choice", words }) as const;

/** Wall-clock time in the event's zone, such as `2026-03-29T09:00`; null for none. */
export const localTime = { is: "local-time" } as const;

/** Hosts or origins: how one is called where it is added or removed, and their order where that changes. */
export const lines = (of: "hosts" | "origins", one: string, order: string) =>
  ({ is: "lines", of, one, order }) as const;

export const custom = <Name extends CustomKind>(name: Name) => ({ is: "custom", name }) as const;

/** What a setting may hold. Its schema, its words and its form value follow from the kind. */
export type Kind =
  | ReturnType<typeof line | typeof count | typeof minutes | typeof limit | typeof lines>
  | ReturnType<typeof choice<string> | typeof custom<CustomKind>>
  | (typeof text | typeof flag | typeof localTime);

type PlainValues = {
  line: string;
  text: string;
  count: number;
  limit: number | null;
  flag: boolean;
  "local-time": string | null;
  lines: string[];
};

/** The values that a setting of a kind may have. */
export type ValuesOf<K> = K extends { readonly name: infer Name extends CustomKind }
  ? CustomValues[Name]
  : K extends { readonly words: Readonly<Record<infer Choice extends string, string>> }
    ? Choice
    : K extends { readonly is: infer Is extends keyof PlainValues }
      ? PlainValues[Is]
      : never;
