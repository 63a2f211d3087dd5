import {
  type CloudflareWording,
  cloudflareStatus,
} from "@/lib/domain/cloudflare/cloudflare-status";
import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import { aheadOf } from "@/lib/domain/line/distance";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { momentText } from "@/waiting-room/client/moments";
import type { Words } from "@/waiting-room/client/words";
import type { CustomPage } from "./custom-page";

/** Where there is nothing to say. */
const NOTHING = "–";

/** What a page of a customer's own HTML is filled from. Times are line time in milliseconds. */
export type CustomPageModel = Pick<
  CustomPage,
  "template" | "customerName" | "scriptUrl" | "againUrl"
> & {
  readonly template: CompiledTemplate;
  readonly words: Words;
  readonly line: PublicLine;
  readonly kind: "always-on" | "scheduled";
  /** Null for somebody without a place. */
  readonly place: { readonly number: number; readonly supportCode: string } | null;
  /** The place is one that waits. */
  readonly waits: boolean;
  /** Null where a place is kept for as long as the line lasts. */
  readonly keptUntilMs: number | null;
};

/** A customer's own page, and what its variables stand for, in the words of the visitor's language. */
export function fillCustomPage(model: CustomPageModel): CustomPage {
  const { template, customerName, scriptUrl, againUrl, words, line, place, waits } = model;
  const ahead = place === null ? null : aheadOf(line, place.number);
  const moment = (atMs: number | null) => (atMs === null ? "" : momentText(atMs, words.format));
  const isPlaced = waits && line.method !== "random";
  return {
    template,
    cloudflare: cloudflareStatus({ line, ahead, kind: model.kind, wording: wordingOf(words) }),
    customerName,
    number: isPlaced && place !== null ? words.format.count(runningNumber(place.number)) : "",
    ahead: isPlaced && ahead !== null ? words.format.count(ahead) : "",
    startsAt: moment(line.startAt),
    placeKeptUntil: waits ? moment(model.keptUntilMs) : "",
    messageSentAt: moment(line.messageAt),
    supportCode: place?.supportCode ?? "",
    scriptUrl,
    againUrl,
  };
}

/** Durations as the visitor's language writes them. */
function wordingOf({ format }: Words): CloudflareWording {
  return {
    minutes: (minutes) => format.duration("minute", minutes),
    range: (low, high) => format.duration("minute", low, high),
    unavailable: NOTHING,
  };
}
