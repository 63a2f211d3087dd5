import type { Text } from "@/lib/domain/page-texts/text";
import type { ScreenTexts } from "@/lib/domain/page-texts/texts";

/** The texts of the screens with which a visit begins: they travel with the page. It loads the others after its first screen. */
export const FIRST_TEXTS = [
  "joinTitle",
  "joinLead",
  "lineTitle",
  "lineLead",
  "nearTitle",
  "nearLead",
  "nextTitle",
  "turnTitle",
  "turnLead",
  "turnWaitLead",
  "enterButton",
  "aheadFigure",
  "now",
  "waitUnknown",
  "waitShort",
  "waitUpTo",
  "turnBetween",
  "updatedNow",
  "updatedSeconds",
  "connecting",
  "titleAhead",
  "titleOther",
  "sayAhead",
] as const satisfies readonly (keyof ScreenTexts)[];

/** What the same screens say once they have been there for a while. */
type LaterTexts =
  | "drawnNote"
  | "growPaused"
  | "growSlowed"
  | "joinSlowLead"
  | "keptUntil"
  | "lost"
  | "messageSentAt"
  | "updatedMinutes"
  | "stockMayEnd";

/** What some pages say at once, and others never. */
export type SeldomText = "drawnNote" | "keptUntil" | "messageSentAt";

export type FirstTexts = Pick<ScreenTexts, (typeof FIRST_TEXTS)[number]> &
  Partial<Pick<ScreenTexts, LaterTexts>>;

/** The texts with which a page begins, and those of `seldom`. */
export function firstTextsOf(texts: ScreenTexts, seldom: readonly SeldomText[] = []): FirstTexts {
  const entries = [...FIRST_TEXTS, ...seldom].map((key) => [key, withoutRepetitions(texts[key])]);
  // Each key is there with its own text.
  return Object.fromEntries(entries) as FirstTexts;
}

/** A form that a text does not have is the one for other counts. */
function withoutRepetitions(text: Text): Text {
  if (typeof text === "string") return text;
  const { other, ...forms } = text;
  const own = Object.entries(forms).filter(([, form]) => form !== other);
  return { ...Object.fromEntries(own), other };
}
