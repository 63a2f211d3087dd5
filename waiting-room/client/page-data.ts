import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import type { FirstTexts } from "./first-texts";

/** What the page hands to its script, in the element with the id `stanchion`; what is false or not there is left out. */
export type PageData = {
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: number;
  /** Where what a visitor does is sent. */
  readonly linePath: string;
  readonly eventName: string;
  /** What goes back as `t`; the server decides whether it is allowed. */
  readonly target: string;
  /** What the visitor's link says of how pages look; absent: nothing. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Of the join that the page makes by itself; absent where it makes none. */
  readonly joinId?: string;
  /** The right with which the visitor came. */
  readonly enqueueToken?: string;
  /** What the site's rule says of the lane: what its connector signed, and the rule's name. */
  readonly lane?: string;
  readonly rule?: string;
  /** Signed, when the page was served; absent where nothing is held back. */
  readonly served?: string;
  /** True when the server saw a place with this request, so that nothing has to be joined. */
  readonly placed?: boolean;
  /** True when that place was taken with this request: a place that the page has kept of an earlier visit counts as well. */
  readonly isNew?: boolean;
  /** Not before the line opens and after it ends: then nobody can join yet. */
  readonly joinable?: boolean;
  /** True when the visitor was let in and the time on the site is over: joins only when asked to. */
  readonly sessionEnded?: boolean;
  /** What is asked of whoever's turn has come. */
  readonly turn?: TurnSetting;
  /** The script, and all texts, of what the page needs after its first screen. */
  readonly laterUrl: string;
  readonly textsUrl: string;
  /** The script that holds a key of the browser; absent where the event asks for none. */
  readonly keyUrl?: string;
  /** Sites that may show the page in a frame, as origins; absent: none. */
  readonly frameOrigins?: readonly string[];
  /** A language tag; what is said and how numbers and times are written. */
  readonly language: string;
  readonly texts: FirstTexts;
};

/** The page and its script come from one server: whole JSON with the last field is ours. */
export function isPageData(value: unknown): value is PageData {
  return typeof value === "object" && value !== null && "texts" in value;
}
