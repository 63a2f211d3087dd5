import type { ScreenTexts } from "@/lib/domain/page-texts/texts";

/** The texts of the screens with which a visit begins: they travel with the page. It loads the others after its first screen. */
export const FIRST_TEXTS = [
  "joinTitle",
  "joinLead",
  "joinSlowLead",
  "lineTitle",
  "lineLead",
  "nearTitle",
  "nearLead",
  "nextTitle",
  "turnTitle",
  "turnLead",
  "turnWaitLead",
  "enterButton",
  "drawnNote",
  "aheadFigure",
  "now",
  "waitUnknown",
  "waitShort",
  "waitUpTo",
  "turnBetween",
  "growPaused",
  "growSlowed",
  "keptUntil",
  "updatedNow",
  "updatedSeconds",
  "updatedMinutes",
  "connecting",
  "lost",
  "messageSentAt",
  "titleAhead",
  "titleOther",
  "sayAhead",
] as const satisfies readonly (keyof ScreenTexts)[];

export type FirstTexts = Pick<ScreenTexts, (typeof FIRST_TEXTS)[number]>;

export function firstTextsOf(texts: ScreenTexts): FirstTexts {
  const entries = FIRST_TEXTS.map((key) => [key, texts[key]]);
  // Each key is there with its own text.
  return Object.fromEntries(entries) as FirstTexts;
}
