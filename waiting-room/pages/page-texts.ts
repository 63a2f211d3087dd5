import { SCREEN_TEXTS, type Texts } from "@/waiting-room/client/texts";

/** The sentences that stay the same while the page is open. */
const FIXED_TEXTS = {
  joinButton: "Join the line",
  tryAgainButton: "Try again",
  numberFact: "Your number",
  waitFact: "Expected wait",
  messageLabel: "Message from the organiser",
  refreshesByItself: "This page loads again by itself every few seconds.",
  noteKept:
    "You will not lose your place if you close this page. Keep it open to go in automatically.",
  noteYours: "Your place works in this browser only. Nobody else can use it.",
  noteRefresh: "No need to refresh. This page keeps itself up to date.",
  mottoFifo: "First come, first served",
  mottoRandom: "The same chance for everybody",
  mottoDrawn: "Early visitors are drawn",
  leaveButton: "Leave the line",
  codeLink: "I have an access code",
  drawLink: "Your receipt",
  progressLabel: "Way to the front",
  cardLabel: "Your place",
} as const;

export type TextKey = keyof typeof SCREEN_TEXTS | keyof typeof FIXED_TEXTS;
/** Texts that differ from the built-in ones. */
export type OwnTexts = Partial<Readonly<Record<TextKey, string>>>;
export type FixedTexts = Readonly<Record<keyof typeof FIXED_TEXTS, string>>;

export type PageTexts = { readonly screen: Texts; readonly fixed: FixedTexts };

/** All texts of a page: the built-in ones unless the page has its own. */
export function textsOf(own: OwnTexts = {}): PageTexts {
  return { screen: chosen(SCREEN_TEXTS, own), fixed: chosen(FIXED_TEXTS, own) };
}

function chosen<K extends TextKey>(
  builtIn: Readonly<Record<K, string>>,
  own: OwnTexts,
): Record<K, string> {
  const texts: Record<K, string> = { ...builtIn };
  for (const key in builtIn) texts[key] = own[key] ?? builtIn[key];
  return texts;
}
