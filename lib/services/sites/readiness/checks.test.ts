import { expect, test } from "vitest";
import { checkReadiness, type ReadinessFacts } from "./checks";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-12-01T09:00:00Z");
const START = Date.parse("2026-12-10T11:00:00Z");

const READY: ReadinessFacts = {
  event: {
    eventId: "sale",
    outflowPerMinute: 600,
    activeCap: 12_000,
    sessionMinutes: 20,
    targetUrl: "https://shop.example/",
    language: "en",
    opening: { type: "opens", atMs: START },
    timeZone: "Europe/Vienna",
    isScheduled: true,
    startAtMs: START,
    endAtMs: START + 3_600_000,
    preQueueMinutes: 15,
    draw: null,
    nowMs: NOW,
    isPlain: false,
    notices: { mail: false, push: true },
    canNotify: true,
    message: null,
  },
  connectors: [{ name: "node", state: { type: "current" }, keyIds: ["aaaa"] }],
  signingKeyIds: ["aaaa"],
  secretAge: { signsSinceMs: NOW - 31 * DAY_MS, replaced: 0, replacedMs: NOW - 31 * DAY_MS },
  publication: { version: 3, isFresh: true, rules: ["Tickets"] },
  target: { type: "answered", status: 200, milliseconds: 80 },
  page: { isThemeLost: false, missing: [] },
  fastestMinute: 500,
  line: { dangers: 0, apartMs: 3 },
  operators: 2,
  hasMail: true,
};

/** How the checks stand that are not fine, each with whether it says what to do. */
const notFine = (changes: Partial<ReadinessFacts>) =>
  checkReadiness({ ...READY, ...changes })
    .filter(({ state }) => state !== "fine")
    .map(({ id, state, todo }) => `${id} ${state}${todo === null ? "" : ` → ${todo.href}`}`);

const event = (changes: Partial<ReadinessFacts["event"]>) => ({
  event: { ...READY.event, ...changes },
});

test("with everything in place all is fine", () => {
  expect(checkReadiness(READY)).toHaveLength(16);
  expect(notFine({})).toEqual([]);
});

test.each<[string, Partial<ReadinessFacts>, readonly string[]]>([
  [
    "no connector was seen",
    { connectors: [] },
    ["connector wrong → /connectors", "secret unknown"],
  ],
  [
    "the line does not say who pulls",
    { connectors: null },
    ["connector unknown", "secret unknown"],
  ],
  [
    "a connector is silent",
    { connectors: [{ name: "a", state: { type: "silent" }, keyIds: ["aaaa"] }] },
    ["connector wrong → /connectors", "secret unknown"],
  ],
  [
    "one of two connectors is silent",
    {
      connectors: [
        ...(READY.connectors ?? []),
        { name: "a", state: { type: "silent" }, keyIds: null },
      ],
    },
    ["connector look → /connectors"],
  ],
  [
    "only a program asks that says nothing of itself",
    { connectors: [{ name: "Go-http-client", state: { type: "unconfirmed" }, keyIds: null }] },
    ["connector unknown", "secret unknown"],
  ],
  [
    "a connector is behind, and holds another secret",
    {
      connectors: [
        { name: "a", state: { type: "behind", versions: 1, refuses: false }, keyIds: ["bbbb"] },
      ],
    },
    ["connector look → /connectors", "secret wrong → /secrets"],
  ],
  ["no secret signs", { signingKeyIds: [] }, ["secret wrong → /secrets"]],
  ["the rules name an event that is gone", { publication: null }, ["config wrong → /rules"]],
  [
    "no rule leads there",
    { publication: { version: 3, isFresh: true, rules: [] } },
    ["config wrong → /rules/new"],
  ],
  [
    "nothing was published",
    { publication: { version: null, isFresh: false, rules: ["Tickets"] } },
    ["config wrong → /rules"],
  ],
  [
    "rules are not published yet",
    { publication: { version: 3, isFresh: false, rules: ["Tickets"] } },
    ["config look → /rules"],
  ],
  [
    "the target is silent",
    { target: { type: "silent", reason: "timeout" } },
    ["target wrong → /events/sale/settings/general#targetUrl"],
  ],
  [
    "the target is broken",
    { target: { type: "answered", status: 502, milliseconds: 9 } },
    ["target wrong → /events/sale/settings/general#targetUrl"],
  ],
  [
    "the target is not found",
    { target: { type: "answered", status: 404, milliseconds: 9 } },
    ["target look → /events/sale/settings/general#targetUrl"],
  ],
  [
    "a language lacks texts",
    { page: { isThemeLost: false, missing: [{ language: "de", texts: 2 }] } },
    ["page look → /themes"],
  ],
  [
    "the theme is gone",
    { page: { isThemeLost: true, missing: [] } },
    ["theme wrong → /events/sale/settings/page"],
  ],
  ["it never ran", { fastestMinute: 0 }, ["outflow look → /rehearsals?event=sale"]],
  ["it ran slower", { fastestMinute: 479 }, ["outflow look → /rehearsals?event=sale"]],
  [
    "there is no cap",
    event({ activeCap: null }),
    ["cap look → /events/sale/settings/admission#activeCap"],
  ],
  [
    "the cap is smaller than the outflow fills",
    event({ activeCap: 11_999 }),
    ["cap look → /events/sale/settings/admission#activeCap"],
  ],
  ["no opening is planned", event({ opening: null }), []],
  [
    "it has no time",
    event({ opening: { type: "undated" } }),
    ["opening wrong → /events/sale/settings/schedule"],
  ],
  [
    "nobody has scheduled it",
    event({ opening: { type: "unarmed", atMs: 9 } }),
    ["opening wrong → /events/sale"],
  ],
  [
    "its start has passed",
    event({ opening: { type: "missed", atMs: 9 } }),
    ["opening look → /events/sale/settings/schedule"],
  ],
  [
    "its end has passed",
    event({ opening: { type: "over", atMs: 9 }, startAtMs: 8, endAtMs: 9 }),
    [
      "opening wrong → /events/sale/settings/schedule",
      "end wrong → /events/sale/settings/schedule",
    ],
  ],
  ["Redis is away", { line: null }, ["line wrong → /docs/check"]],
  ["the clocks are apart", { line: { dangers: 0, apartMs: -2_001 } }, ["line wrong → /docs/check"]],
  ["Redis may lose data", { line: { dangers: 2, apartMs: 0 } }, ["line look → /docs/check"]],
  ["Redis does not say", { line: { dangers: null, apartMs: 0 } }, ["line unknown"]],
  ["one person operates", { operators: 1 }, ["team wrong → /members"]],
  ["there is no mail", { hasMail: false }, ["team look → /docs/self-hosting"]],
  [
    "there is no mail, and visitors may ask for it",
    { ...event({ notices: { mail: true, push: false } }), hasMail: false },
    ["notices wrong → /docs/self-hosting", "team look → /docs/self-hosting"],
  ],
  [
    "visitors may be notified, but would lose their place",
    event({ canNotify: false }),
    ["notices look → /events/sale/settings/page"],
  ],
  [
    "a message stands",
    event({ message: { text: "Back at ten.", isScheduled: false } }),
    ["message look → /events/sale"],
  ],
  ["the page is plain", event({ isPlain: true }), ["theme look → /events/sale/settings/page"]],
  ["there is no active secret", { secretAge: null }, ["secretAge unknown"]],
  [
    "the secret is older than a year",
    { secretAge: { signsSinceMs: NOW - 366 * DAY_MS, replaced: 0, replacedMs: NOW } },
    ["secretAge look → /secrets"],
  ],
  [
    "a replaced secret is accepted for long",
    { secretAge: { signsSinceMs: NOW - 31 * DAY_MS, replaced: 1, replacedMs: NOW - 31 * DAY_MS } },
    ["secretAge look → /secrets"],
  ],
  [
    "a replaced secret has just been replaced",
    { secretAge: { signsSinceMs: NOW - DAY_MS, replaced: 1, replacedMs: NOW - DAY_MS } },
    [],
  ],
  ["it has no end", event({ endAtMs: null }), []],
  [
    "it ends before a session does",
    event({ endAtMs: START + 19 * 60_000 }),
    ["end look → /events/sale/settings/schedule"],
  ],
  [
    "its pre-queue should be open",
    event({ opening: { type: "unarmed", atMs: START }, nowMs: START - 60_000 }),
    ["opening wrong → /events/sale", "preQueue wrong → /events/sale"],
  ],
  [
    "somebody enters the value of its draw",
    event({ draw: "typed" }),
    ["preQueue look → /events/sale/settings/schedule"],
  ],
  ["its draw needs nobody", event({ draw: "drand" }), []],
  ["it has no pre-queue", event({ preQueueMinutes: 0 }), []],
])("%s", (_, changes, expected) => {
  expect(notFine(changes)).toEqual(expected);
});

test("the end says how many are admitted by then, and the pre-queue when it opens", () => {
  const why = (id: string) => checkReadiness(READY).find((check) => check.id === id)?.why;
  expect(why("end")).toBe(
    "It ends on Thu, 10 December 2026 at 13:00 CET. At 600 per minute, up to 36,000 visitors are admitted by then.",
  );
  expect(why("preQueue")).toBe(
    "It opens on Thu, 10 December 2026 at 11:45 CET, 15 minutes before the start. Visitors get their numbers as they join.",
  );
  expect(why("secretAge")).toBe("The active secret is 31 days old.");
});
