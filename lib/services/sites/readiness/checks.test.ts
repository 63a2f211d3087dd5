import { expect, test } from "vitest";
import { checkReadiness, type ReadinessFacts } from "./checks";

const READY: ReadinessFacts = {
  event: {
    eventId: "sale",
    outflowPerMinute: 600,
    activeCap: 12_000,
    sessionMinutes: 20,
    targetUrl: "https://shop.example/",
    language: "en",
    wantsMail: false,
    opening: { type: "opens", atMs: Date.parse("2026-12-10T11:00:00Z") },
    timeZone: "Europe/Vienna",
  },
  connectors: [{ name: "node", state: { type: "current" }, keyIds: ["aaaa"] }],
  signingKeyIds: ["aaaa"],
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
  expect(checkReadiness(READY)).toHaveLength(10);
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
    ["page wrong → /events/sale/settings/page"],
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
    event({ opening: { type: "over", atMs: 9 } }),
    ["opening wrong → /events/sale/settings/schedule"],
  ],
  ["Redis is away", { line: null }, ["line wrong → /docs/check"]],
  ["the clocks are apart", { line: { dangers: 0, apartMs: -2_001 } }, ["line wrong → /docs/check"]],
  ["Redis may lose data", { line: { dangers: 2, apartMs: 0 } }, ["line look → /docs/check"]],
  ["Redis does not say", { line: { dangers: null, apartMs: 0 } }, ["line unknown"]],
  ["one person operates", { operators: 1 }, ["team wrong → /members"]],
  ["there is no mail", { hasMail: false }, ["team look → /docs/self-hosting"]],
  [
    "there is no mail, and visitors may ask for it",
    { ...event({ wantsMail: true }), hasMail: false },
    ["team wrong → /docs/self-hosting"],
  ],
])("%s", (_, changes, expected) => {
  expect(notFine(changes)).toEqual(expected);
});
