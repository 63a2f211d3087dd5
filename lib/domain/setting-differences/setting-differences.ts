import type { CloudflareRoom } from "@/lib/domain/cloudflare-room/room";
import type { CustomKind, CustomValues, Kind } from "@/lib/domain/event/settings/kinds";
import {
  mapSettings,
  type SettingName,
  type SettingValues,
} from "@/lib/domain/event/settings/table";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import { durationInWords } from "@/lib/domain/schedule/in-words";
import {
  type Differ,
  fields,
  leaf,
  lowerFirst,
  type SettingDifference,
  texts,
  within,
} from "./differ";
import {
  admissionDifferences,
  governorDifferences,
  laneDifferences,
  noticeDifferences,
  turnDifferences,
} from "./line-differences";
import { protectionDifferences } from "./protection-differences";
import { afterEventDifferences, drawInWords, scheduleDifferences } from "./time-differences";
import { asWritten, chosen, counted, localTime, onOrOff } from "./words";

const roomInWords = ({ route, rules, events }: CloudflareRoom) =>
  `${route.host}${route.path}, ${rules.length} rules, ${events.length} events`;

/** How settings with a kind of their own read where they differ; words, where they are told whole. */
const CUSTOM: {
  readonly [Name in CustomKind]: (label: string) => Differ<CustomValues[Name]>;
} = {
  targetUrl: (label) => leaf(label, asWritten),
  waitingStatusCode: (label) => leaf(label, String),
  language: (label) => leaf(label, (language) => LANGUAGES[language].name),
  colour: (label) => leaf(label, asWritten),
  theme: (label) => leaf(label, asWritten),
  schedules: () => scheduleDifferences,
  draw: (label) => leaf(label, drawInWords),
  afterEvent: () => afterEventDifferences,
  governor: () => governorDifferences,
  turn: () => turnDifferences,
  admission: () => admissionDifferences,
  lanes: () => laneDifferences,
  notices: () => noticeDifferences,
  protection: () => protectionDifferences,
  cloudflareRoom: (label) => leaf(label, (room) => (room === null ? null : roomInWords(room))),
};

/** Takes the values of its kind, which the type of all kinds cannot say. */
function differOf(label: string, kind: Kind): Differ<never> {
  switch (kind.is) {
    case "line":
    case "text":
      return leaf(label, asWritten);
    case "count":
      return leaf(label, kind.isDuration ? durationInWords : counted(kind.unit));
    case "limit":
      return leaf(label, counted(kind.unit, kind.none));
    case "flag":
      return leaf(label, onOrOff);
    case "choice":
      return leaf(label, chosen(kind.words));
    case "local-time":
      return leaf(label, localTime);
    case "lines":
      return texts(kind.one, kind.order);
    case "custom":
      return CUSTOM[kind.name](label);
  }
}

/** How each setting reads where it differs, in the order of the sections. */
const differ = fields<SettingValues>(
  // Each differ is made of the kind that its setting has.
  mapSettings((_, { label, value, within: owner }) => {
    const one = differOf(label, value);
    return owner === undefined ? one : within(owner, one);
  }) as { readonly [Name in SettingName]: Differ<SettingValues[Name]> },
);

/**
 * Whatever differs between two versions of an event's settings, one line a thing, in words. Two that are not the same
 * have at least one line.
 */
export function settingDifferences(
  before: SettingValues,
  after: SettingValues,
): readonly SettingDifference[] {
  return differ(before, after);
}

/** `line limit from none to 500`, `lane 2 “VIP” added (share 30 %, key vip)`. */
export function differenceSentence({ label, kind, from, to }: SettingDifference): string {
  const what = lowerFirst(label);
  if (kind !== "changed") return `${what} ${kind} (${to ?? from ?? "nothing"})`;
  return `${what} from ${from ?? "none"} to ${to ?? "none"}`;
}
