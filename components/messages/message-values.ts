import { formatMoment } from "@/components/shared/format";
import { isLottery } from "@/lib/domain/draw/is-lottery";
import type { MessageTexts } from "@/lib/domain/message/message";
import type { MessageAudience, TargetedMessage } from "@/lib/domain/message/targeted-message";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SetMessageInput } from "@/lib/services/event/settings/inputs";

/** What the form of a message holds: a text for each language, "" for none; who reads it, and local times, "" for none. */
export type MessageValues = {
  texts: Record<Language, string>;
  audience: string;
  fromLocal: string;
  untilLocal: string;
};

const tags = Object.keys(LANGUAGES) as Language[];

export function toMessageValues(texts: MessageTexts): MessageValues {
  return { texts: toTextValues(texts), audience: "everyone", fromLocal: "", untilLocal: "" };
}

/** Every language, "" where nothing was written. */
export function toTextValues(texts: MessageTexts): Record<Language, string> {
  const entries = tags.map((tag) => [tag, texts[tag] ?? ""]);
  return Object.fromEntries(entries) as Record<Language, string>;
}

/** The same of a message that was sent; null for a new one. */
export function toSentValues(message: TargetedMessage | null, timeZone: string): MessageValues {
  if (message === null) return toMessageValues({});
  const { texts, audience, fromMs, untilMs } = message;
  const local = (atMs: number | null) => (atMs === null ? "" : instantToLocalTime(atMs, timeZone));
  return {
    ...toMessageValues(texts),
    audience: audience.kind === "lane" ? `${LANE}${audience.lane}` : audience.kind,
    fromLocal: local(fromMs),
    untilLocal: local(untilMs),
  };
}

const LANE = "lane:";

/** What the form sends, but for what was seen before. */
export function toMessageInput(values: MessageValues): Omit<SetMessageInput, "eventId"> {
  const { audience, fromLocal, untilLocal } = values;
  return {
    texts: toMessageTexts(values) ?? {},
    audience: toAudience(audience),
    fromLocal: fromLocal === "" ? null : fromLocal,
    untilLocal: untilLocal === "" ? null : untilLocal,
  };
}

function toAudience(value: string): MessageAudience {
  if (value.startsWith(LANE)) return { kind: "lane", lane: value.slice(LANE.length) };
  return { kind: value === "before-opening" ? value : "everyone" };
}

type Readers = Pick<EventView, "lanes" | "draw" | "protection" | "startAt">;

/** Who can be told something apart from the others; everybody alone where there is nobody to tell apart. */
export function audienceOptions(event: Readers, nowMs: number) {
  const { lanes, startAt } = event;
  const several = isLottery(event) || lanes.lanes.length === 1 ? [] : lanes.lanes;
  const opensLater = startAt !== null && nowMs < Date.parse(startAt);
  return [
    { value: "everyone", label: "Everyone" },
    ...several.map(({ key, name }) => ({ value: `${LANE}${key}`, label: `Lane: ${name}` })),
    ...(opensLater ? [{ value: "before-opening", label: "Visitors before the opening" }] : []),
  ];
}

/** Who reads a message and when, in words; "" for everybody from now on. */
export function describeReach(
  { audience, fromMs, untilMs }: TargetedMessage,
  { lanes, timeZone }: Pick<EventView, "lanes" | "timeZone">,
): string {
  const lane = audience.kind === "lane" ? audience.lane : null;
  const name = lanes.lanes.find(({ key }) => key === lane)?.name ?? lane;
  const at = (atMs: number) => formatMoment(new Date(atMs).toISOString(), timeZone);
  const parts = [
    name === null ? "" : `Lane ${name}`,
    audience.kind === "before-opening" ? "Before the opening" : "",
    fromMs === null ? "" : `from ${at(fromMs)}`,
    untilMs === null ? "" : `until ${at(untilMs)}`,
  ].filter((part) => part !== "");
  return parts.join(", ");
}

/** The languages in which something was written; null where nothing was. */
export function toMessageTexts({ texts }: Pick<MessageValues, "texts">): MessageTexts | null {
  const written = tags.filter((tag) => texts[tag].trim() !== "");
  return written.length === 0
    ? null
    : Object.fromEntries(written.map((tag) => [tag, texts[tag].trim()]));
}

/** A refusal with its fields under the names of this form. */
export function atMessageFields<Data>(
  result: ActionResult<Data>,
  serviceName: string,
): ActionResult<Data> {
  if (result.ok) return result;
  const fields = Object.entries(result.error.fields ?? {}).map(([path, reason]) => [
    path.startsWith(`${serviceName}.`) ? `texts.${path.slice(serviceName.length + 1)}` : path,
    reason,
  ]);
  return { ok: false, error: { ...result.error, fields: Object.fromEntries(fields) } };
}
