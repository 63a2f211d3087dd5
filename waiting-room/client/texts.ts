/**
 * The sentences that change while the page is open. `{name}` is filled in. They travel in the data of
 * the page, so that the script holds no words and a page may say things in its own way.
 */
export const SCREEN_TEXTS = {
  joinTitle: "Joining the line",
  joinLead: "One moment, you are getting your number.",
  joinSlowLead:
    "This takes a little longer than usual. You will get your number as soon as possible.",
  lineTitle: "You are in line",
  lineLead: "Everybody goes in by number. There is nothing to do until it is your turn.",
  nearTitle: "You are nearly there",
  nearLead: "Stay on this page. You go in automatically within moments.",
  nextTitle: "You are next",
  turnTitle: "It’s your turn",
  turnLead: "You are going in now. You do not need to do anything.",
  turnWaitLead: "You go in as soon as there is room, usually within seconds.",
  enterButton: "Go in now",
  pausedTitle: "The line is paused",
  pausedLead: "Nobody goes in at the moment. Your place is kept, and the line goes on from here.",
  beforeTitle: "We have not started yet",
  beforeLead: "Keep this page open. You join the line automatically when it opens.",
  beforeFigure: "Starts in",
  preQueueTitle: "You are in",
  preQueueLead: "You have your number. The line starts to move when the time has come.",
  startsAt: "{time}, your time",
  soon: "any moment",
  endedTitle: "This has ended",
  endedLead: "The line is closed. Thank you for your patience.",
  onwardButton: "Continue",
  randomTitle: "You are in the draw",
  randomLead:
    "Everybody who waits has the same chance, again and again. Keep this page open: you go in by yourself when your turn comes up.",
  randomWait: "Half of all visitors wait {wait}.",
  rejectedTitle: "We let nobody in at the moment",
  rejectedLead: "Please come back later.",
  soldOutTitle: "Sold out",
  soldOutLead: "Nothing is left. Thank you for waiting with us.",
  fullTitle: "The line is full",
  fullLead: "Keep this page open. It joins the line as soon as there is room.",
  keptTitle: "Your place is kept",
  keptLead: "We are putting something right. Nobody overtakes you; this page goes on by itself.",
  offlineLead:
    "We cannot reach the line right now and keep trying. You do not need to do anything.",
  insideTitle: "You are in",
  insideLead: "Your visit to the site goes on.",
  usedTitle: "Used on another device",
  usedLead: "Somebody went in with this place from another browser. A place lets one browser in.",
  againTitle: "This place has ended",
  againLead: "It was used, or the line was started anew. You can join again at the end.",
  againButton: "Join again",
  cookiesTitle: "Please allow cookies",
  cookiesLead: "Your browser does not keep our cookie, and without it we cannot keep your place.",
  refusedTitle: "We could not add you",
  refusedLead: "The line did not accept this visit. Load the page again to try once more.",
  reloadButton: "Load again",
  aheadFigure: "Ahead of you",
  now: "now",
  waitUnknown: "working it out",
  waitShort: "under a minute",
  waitUpTo: "up to {high} minutes",
  waitMinutes: "{low}–{high} minutes",
  waitHours: "{low}–{high} hours",
  waitStart: "from the start",
  waitPaused: "when the line goes on",
  growPaused: "Longer than before: the line was paused.",
  growSlowed: "Longer than before: the site lets people in more slowly.",
  updatedNow: "Updated just now",
  updatedSeconds: "Updated {seconds} s ago",
  updatedMinutes: "Updated {minutes} min ago",
  connecting: "Connecting",
  lost: "Connection lost, trying again",
  titleAhead: "{ahead} ahead · {event}",
  titleOther: "{headline} · {event}",
  sayAhead: "{ahead} ahead of you. Expected wait: {wait}.",
} as const;

export type Texts = Readonly<Record<keyof typeof SCREEN_TEXTS, string>>;

/** The text with each `{name}` replaced by its value; names without a value stay as they are. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
