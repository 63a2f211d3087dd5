import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  compileConfig,
  type DecideOptions,
  type Decision,
  decide,
  type Integration,
  sessionCookieName,
  type TriggerPart,
} from "../src/core/index.ts";
import {
  anyText,
  buildConfig,
  buildIntegration,
  buildOptions,
  buildRequest,
  compile,
  cookieHeader,
  hmac,
  mint,
  NOW_SECONDS,
  OTHER_SECRET,
  pathContains,
  QUEUE_ID,
  SECRET,
  SHOP_URL,
  seal,
} from "./fixtures.ts";

vi.setConfig({ testTimeout: 60_000 });

function decideWith(
  changes: Partial<Integration>,
  request: ReturnType<typeof buildRequest>,
  options: Partial<DecideOptions> = {},
): Decision {
  const config = compile(buildConfig(buildIntegration(changes)));
  return decide(request, buildOptions({ config, ...options }));
}

const escapeSmall = (text: string) => text.replace(/%../g, (each) => each.toLowerCase());
const SIGNED_IN = { cookie: cookieHeader(seal()) };
const QUEUE_URL = `https://room.example/?c=acme&e=sale&ver=test-1.0.0&cver=7&man=Tickets&t=${encodeURIComponent(SHOP_URL)}`;

/** A session of the event, as it is set now. */
function setCookie(value: string, protection: string = "; Secure; SameSite=Lax"): string {
  const expires = new Date((NOW_SECONDS + 86_400) * 1000).toUTCString();
  return `${cookieHeader(value)}; Expires=${expires}; Max-Age=86400; Path=/${protection}`;
}
const CLEARED = `${sessionCookieName("sale")}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/; Secure; SameSite=Lax`;

/** A condition on a variable of the page. */
const variableIs = (value: string, IsNegative: boolean = false): TriggerPart => ({
  ValidatorType: "JSVariableValidator",
  Operator: "Contains",
  ValueToCompare: value,
  ValuesToCompare: null,
  UrlPart: null,
  CookieName: null,
  HttpHeaderName: null,
  VariableName: "shop.level",
  IsNegative,
  IsIgnoreCase: true,
});

describe("a condition on a variable of the page", () => {
  const asks = (part: TriggerPart, variable?: (path: string) => string) => {
    const Triggers = [{ LogicalOperator: "And", TriggerParts: [part] }];
    return decideWith({ Triggers }, { ...buildRequest(SHOP_URL), variable }).reason;
  };

  test.each([false, true])("matches nothing on a server, negated: %s", (isNegative) => {
    for (const value of ["gold", "", "*"]) {
      expect(asks(variableIs(value, isNegative))).toBe("no-rule");
    }
  });

  test("compares what a page says of it", () => {
    const levels = (path: string) => (path === "shop.level" ? "gold" : "");
    expect(asks(variableIs("gold"), levels)).toBe("queue");
    expect(asks(variableIs("tin"), levels)).toBe("no-rule");
    expect(asks(variableIs("tin", true), levels)).toBe("queue");
    expect(asks({ ...variableIs("gold"), VariableName: "shop" }, levels)).toBe("no-rule");
  });
});

describe("a Queue rule", () => {
  test("leaves other pages alone", () => {
    expect(decide(buildRequest("https://shop.example/"), buildOptions())).toEqual({
      type: "ignore",
      reason: "no-rule",
      diagnosis: { rule: null, session: "none", token: "none" },
      cookies: [],
    });
  });

  test("sends a visitor without a session to the queue", () => {
    expect(decide(buildRequest(SHOP_URL), buildOptions())).toEqual({
      type: "redirect",
      url: QUEUE_URL,
      headerValue: null,
      reason: "queue",
      diagnosis: { rule: "Tickets", session: "none", token: "none" },
      cookies: [],
    });
  });

  test("starts a session for a good token and takes the token out of the URL", () => {
    const url = `${SHOP_URL}?a=1&queueittoken=${mint()}`;
    expect(decide(buildRequest(url), buildOptions())).toEqual({
      type: "pass",
      eventId: "sale",
      queueId: QUEUE_ID,
      redirectType: "queue",
      reason: "token",
      diagnosis: { rule: "Tickets", session: "none", token: "valid" },
      tokenHash: mint().slice(-64),
      cleanUrl: `${SHOP_URL}?a=1`,
      cookies: [setCookie(seal())],
    });
  });

  test("extends a session, under the first secret, only where rule and session allow it", () => {
    const cookiesFor = (changes: Partial<Integration>, cookie: string) => {
      const request = buildRequest(SHOP_URL, { cookie: cookieHeader(cookie) });
      const decision = decideWith(changes, request, { secrets: [SECRET, OTHER_SECRET] });
      return decision.type === "pass" ? decision.cookies : null;
    };
    const tenMinutesAgo = { issuedUnixSeconds: NOW_SECONDS - 600 };
    expect(cookiesFor({}, seal(tenMinutesAgo, OTHER_SECRET))).toEqual([setCookie(seal())]);
    expect(cookiesFor({ ExtendCookieValidity: false }, seal(tenMinutesAgo))).toEqual([]);
    expect(cookiesFor({}, seal({ ...tenMinutesAgo, fixedValidityMinutes: 30 }))).toEqual([]);
  });

  test("ignores a bad token beside a good session, and strips it", () => {
    const request = buildRequest(`${SHOP_URL}?queueittoken=bad`, SIGNED_IN);
    expect(decide(request, buildOptions())).toMatchObject({ type: "pass", cleanUrl: SHOP_URL });
  });

  test("sends a bad token to its error page and clears a bad session", () => {
    const expired = cookieHeader(seal({ issuedUnixSeconds: NOW_SECONDS - 5000 }));
    const request = buildRequest(`${SHOP_URL}?queueittoken=bad`, { cookie: expired });
    expect(decide(request, buildOptions())).toMatchObject({
      type: "redirect",
      reason: "hash",
      url: `https://room.example/error/hash/?c=acme&e=sale&ver=test-1.0.0&cver=7&man=Tickets&queueittoken=bad&ts=${NOW_SECONDS}&t=${encodeURIComponent(SHOP_URL)}`,
      cookies: [CLEARED],
    });
  });

  test("a good token makes up for a bad session", () => {
    const expired = cookieHeader(seal({ issuedUnixSeconds: NOW_SECONDS - 5000 }));
    const request = buildRequest(`${SHOP_URL}?queueittoken=${mint()}`, { cookie: expired });
    expect(decide(request, buildOptions())).toMatchObject({
      type: "pass",
      cookies: [setCookie(seal())],
    });
  });

  test("takes quotes off a session as a pair", () => {
    const withValue = (value: string) =>
      decide(
        buildRequest(SHOP_URL, { cookie: `${sessionCookieName("sale")}=${value}` }),
        buildOptions(),
      );
    const value = encodeURIComponent(seal());
    expect(withValue(`"${value}"`).type).toBe("pass");
    expect(withValue(`"${value}x`).type).toBe("redirect");
  });

  test.each([
    ["as it is", (value: string) => value],
    ["escaped", encodeURIComponent],
    ["escaped in small letters", (value: string) => escapeSmall(encodeURIComponent(value))],
  ])("reads a session that was sent %s, whatever its queue id", (_how, send) => {
    for (const queueId of ["", QUEUE_ID, "a b/ü%41?", "50%", "ü".repeat(600)]) {
      // What is sent as it is cannot hold escapes of its own.
      if (send("%") === "%" && queueId.includes("%")) continue;
      const cookie = `${sessionCookieName("sale")}=${send(seal({ queueId }))}`;
      const decision = decide(buildRequest(SHOP_URL, { cookie }), buildOptions());
      expect(decision).toMatchObject({ type: "pass", queueId });
    }
  });

  test.each([
    ["without a blank between cookies", `a=1;${cookieHeader(seal())};b=2`],
    ["with several", `a=1;   ${cookieHeader(seal())};b=2`],
    ["behind one whose name ends alike", `x${cookieHeader("no")}; ${cookieHeader(seal())}`],
  ])("finds a session in a cookie header %s", (_how, cookie) => {
    expect(decideWith({}, buildRequest(SHOP_URL, { cookie }))).toMatchObject({ type: "pass" });
  });

  test.each([
    ["in the value of another", `a=x ${cookieHeader(seal())}`],
    ["in the name of another", `a${cookieHeader(seal())}`],
  ])("finds none %s", (_where, cookie) => {
    expect(decideWith({}, buildRequest(SHOP_URL, { cookie }))).toMatchObject({ type: "redirect" });
  });

  test("finds a token behind one that is empty", () => {
    const url = `${SHOP_URL}?queueittoken=&a=1&queueittoken=${mint()}`;
    expect(decideWith({}, buildRequest(url))).toMatchObject({ type: "pass" });
  });

  test("finds the good one of two cookies of the same name", () => {
    const stale = cookieHeader(seal({ issuedUnixSeconds: NOW_SECONDS - 5000 }));
    const request = buildRequest(SHOP_URL, { cookie: `${stale}; ${cookieHeader(seal())}` });
    expect(decide(request, buildOptions()).type).toBe("pass");
  });

  test("signs the lane of a rule with the first secret of its event", () => {
    const [EVENT_SECRET, RETIRED] = ["e".repeat(72), "f".repeat(72)];
    const eventSecrets = new Map([["sale", [EVENT_SECRET, RETIRED] as const]]);
    const decision = decideWith({ Lane: "vip" }, buildRequest(SHOP_URL), {
      eventSecrets,
      nonce: "4f2a",
    });
    const url = decision.type === "redirect" ? decision.url : "";
    const right = new URL(url).searchParams.get("lane") ?? "";
    const [lane, seconds, nonce, signature] = right.split("~");
    expect([lane, seconds, nonce]).toEqual(["vip", String(NOW_SECONDS), "4f2a"]);
    const text = `lane:acme:sale:vip~${NOW_SECONDS}~4f2a`;
    expect(signature).toBe(hmac(EVENT_SECRET, text));
  });

  test("gives no lane to whom it sends away for a bad token", () => {
    const url = `${SHOP_URL}?queueittoken=${mint({}, OTHER_SECRET)}`;
    const decision = decideWith({ Lane: "vip" }, buildRequest(url));
    expect(decision).toMatchObject({ reason: "hash", url: expect.not.stringContaining("lane=") });
  });

  test("accepts a session or token of an involved event, and keeps its name", () => {
    const involved = { InvolvedWaitingRoomIds: ["early", "sale"] };
    const early = seal({ eventId: "early", issuedUnixSeconds: NOW_SECONDS - 60 });
    const cookie = cookieHeader(early, "early");
    expect(decideWith(involved, buildRequest(SHOP_URL, { cookie }))).toMatchObject({
      type: "pass",
      eventId: "early",
      cookies: [expect.stringContaining(`${sessionCookieName("early")}=EventId%3Dearly`)],
    });
    const url = `${SHOP_URL}?queueittoken=${mint({ eventId: "early" })}`;
    expect(decideWith(involved, buildRequest(url))).toMatchObject({
      type: "pass",
      eventId: "early",
    });
    expect(decideWith({}, buildRequest(url))).toMatchObject({ reason: "eventid" });
  });

  test.each([
    [
      "ForcedTargetUrl",
      { RedirectLogic: "ForcedTargetUrl", ForcedTargetUrl: "https://x.example/" },
      "&t=https%3A%2F%2Fx.example%2F",
    ],
    ["EventTargetUrl", { RedirectLogic: "EventTargetUrl" }, ""],
    ["unknown logic", { RedirectLogic: "Nonsense" }, `&t=${encodeURIComponent(SHOP_URL)}`],
  ])("gives the target URL of %s", (_name, changes, ending) => {
    const decision = decideWith(changes, buildRequest(SHOP_URL));
    expect(decision).toMatchObject({
      url: `https://room.example/?c=acme&e=sale&ver=test-1.0.0&cver=7&man=Tickets${ending}`,
    });
  });

  test("goes to another origin and under a prefix when told to", () => {
    const options = { waitingRoomOrigin: "http://room.localhost:3001" };
    const decision = decideWith({ QueuePathPrefix: "/q/" }, buildRequest(SHOP_URL), options);
    expect(decision).toMatchObject({
      url: expect.stringMatching(/^http:\/\/room\.localhost:3001\/q\/\?c=acme&/),
    });
  });
});

describe("a script's request", () => {
  const page = "https://shop.example/page?x=ä";
  const ajax = { "x-queueit-ajaxpageurl": encodeURIComponent(page) };

  test("is told the way back to its page", () => {
    const url = QUEUE_URL.replace(/&t=.*/, `&t=${encodeURIComponent(page)}`);
    expect(decide(buildRequest(SHOP_URL, ajax), buildOptions())).toEqual({
      type: "redirect",
      url,
      headerValue: encodeURIComponent(url),
      reason: "queue",
      diagnosis: { rule: "Tickets", session: "none", token: "none" },
      cookies: [],
    });
  });

  test("passes with a session", () => {
    const request = buildRequest(SHOP_URL, { ...ajax, ...SIGNED_IN });
    expect(decide(request, buildOptions()).type).toBe("pass");
  });

  test("with an unreadable page gets no target", () => {
    const request = buildRequest(SHOP_URL, { "x-queueit-ajaxpageurl": "%E0%A4%A" });
    expect(decide(request, buildOptions())).toMatchObject({
      type: "redirect",
      url: QUEUE_URL.replace(/&t=.*/, ""),
    });
  });
});

describe("a Cancel rule", () => {
  const cancel = { ActionType: "Cancel", Triggers: [pathContains("/leave")] };
  const url = "https://shop.example/leave";

  test("ends even an old session and tells the waiting room", () => {
    const cookie = cookieHeader(seal({ issuedUnixSeconds: NOW_SECONDS - 50_000 }));
    expect(decideWith(cancel, buildRequest(url, { cookie }))).toEqual({
      type: "cancel",
      reason: "cancel",
      diagnosis: { rule: "Tickets", session: "valid", token: "none" },
      headerValue: null,
      ended: [{ eventId: "sale", queueId: QUEUE_ID }],
      url: `https://room.example/cancel/acme/sale/${QUEUE_ID}?c=acme&e=sale&ver=test-1.0.0&cver=7&man=Tickets&r=${encodeURIComponent(url)}`,
      cookies: [CLEARED],
    });
  });

  test.each([
    ["no session", {}],
    ["a forged session", { cookie: cookieHeader(seal({}, OTHER_SECRET)) }],
  ])("does nothing with %s", (_name, headers) => {
    const decision = decideWith(cancel, buildRequest(url, headers));
    expect(decision).toMatchObject({ type: "ignore", reason: "nothing-to-cancel", cookies: [] });
  });
});

describe("several rules", () => {
  test("the first that matches applies", () => {
    const ignoreFirst = buildConfig(
      buildIntegration({ ActionType: "Ignore", Triggers: [pathContains("/tickets/faq")] }),
      buildIntegration(),
    );
    const options = buildOptions({ config: compile(ignoreFirst) });
    expect(decide(buildRequest(`${SHOP_URL}/faq`), options).type).toBe("ignore");
    expect(decide(buildRequest(SHOP_URL), options).type).toBe("redirect");
  });

  test("an unknown action lets the request through", () => {
    const decision = decideWith({ ActionType: "Dance" }, buildRequest(SHOP_URL));
    expect(decision).toMatchObject({ type: "ignore", reason: "ignore-rule", cookies: [] });
  });
});

describe("a config", () => {
  const without = (key: string): Record<string, unknown> => {
    return Object.fromEntries(Object.entries(buildIntegration()).filter(([name]) => name !== key));
  };

  test.each([
    ["null", null, "Config refused: Version"],
    ["a list", [], "Config refused: Version"],
    ["no version", { Integrations: [] }, "Config refused: Version"],
    ["version 0", { Version: 0, Integrations: [] }, "Config refused: Version"],
    ["no integrations", { Version: 1 }, "Config refused: Integrations"],
    ["a queue without an event", without("EventId"), "Config refused: Integrations.1.EventId"],
    [
      "a queue without an address",
      without("QueueDomain"),
      "Config refused: Integrations.1.QueueDomain",
    ],
    [
      "a queue without a validity",
      without("CookieValidityMinute"),
      "Config refused: Integrations.1.CookieValidityMinute",
    ],
    ["a rule without triggers", without("Triggers"), "Config refused: Integrations.1.Triggers"],
    [
      "a trigger without parts",
      { ...buildIntegration(), Triggers: [{}] },
      "Config refused: Integrations.1.Triggers",
    ],
    [
      "a domain that breaks the cookie",
      { ...buildIntegration(), CookieDomain: "x; Secure" },
      "Config refused: Integrations.1.CookieDomain",
    ],
  ])("with %s is refused", (_name, broken, problem) => {
    const isIntegration = broken !== null && "Name" in broken;
    const config = isIntegration ? { Version: 1, Integrations: [broken] } : broken;
    expect(compileConfig(config)).toEqual({ ok: false, problem });
  });

  test.each([
    "CookieDomain",
    "LayoutName",
    "Culture",
    "RedirectLogic",
    "ForcedTargetUrl",
    "Name",
    "ExtendCookieValidity",
  ])("without %s still protects", (key) => {
    const config = compile({ Version: 1, Integrations: [without(key)] });
    expect(decide(buildRequest(SHOP_URL), buildOptions({ config })).type).toBe("redirect");
  });

  test("of any shape is compiled or refused, never thrown at", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, part) => {
        compileConfig(value);
        compileConfig({ Version: 1, Integrations: [value] });
        const triggers = [
          {
            TriggerParts: [
              part,
              {
                ...buildIntegration().Triggers[0]?.TriggerParts[0],
                ValueToCompare: part,
                ValuesToCompare: part,
              },
            ],
          },
        ];
        const compiled = compileConfig({
          Version: 1,
          Integrations: [{ ...buildIntegration(), Triggers: triggers }],
        });
        if (compiled.ok) decide(buildRequest(SHOP_URL), buildOptions({ config: compiled.config }));
      }),
    );
  });
});

describe("hostile requests", () => {
  const hostileText = fc.oneof(
    anyText,
    fc.constantFrom("\u0000", "%00", "%", "%E0%A4%A", "\ud800", "a".repeat(20_000), "__proto__"),
    fc.constantFrom(...["e_sale", "~", "_", "h_", "queueittoken=", "&", "=", "EventId=sale"]),
  );
  const everyPage = compile(
    buildConfig(buildIntegration({ Triggers: [{ LogicalOperator: "And", TriggerParts: [] }] })),
  );

  test("never throw and never get in", () => {
    fc.assert(
      fc.property(
        fc.array(hostileText, { maxLength: 6 }),
        fc.array(hostileText, { maxLength: 4 }),
        hostileText,
        hostileText,
        (urlParts, cookieParts, ajax, clientIp) => {
          const name = sessionCookieName("sale");
          const cookie = cookieParts.map((part) => `${name}=${part}`).join(";");
          const request = buildRequest(
            `${SHOP_URL}?queueittoken=${urlParts.join("")}`,
            { cookie, "x-queueit-ajaxpageurl": ajax },
            clientIp,
          );
          const decision = decide(request, buildOptions({ config: everyPage }));
          return decision.type === "redirect" && /^[!-~]+$/.test(decision.url);
        },
      ),
    );
  });
});

describe("the cookie of a session", () => {
  const cookieFor = (
    rule: Partial<Integration>,
    page: string,
    changes: Partial<DecideOptions> = {},
  ): string | undefined => {
    return decideWith(rule, buildRequest(`${page}?queueittoken=${mint()}`), changes).cookies[0];
  };
  const bare = setCookie(seal(), "");
  const exactly = bare.replace("; Max-Age=86400", "");
  const http = SHOP_URL.replace("https", "http");

  test("is kept from other sites and from connections that anybody reads, whatever the rule says", () => {
    expect(cookieFor({}, SHOP_URL)).toBe(`${bare}; Secure; SameSite=Lax`);
    expect(cookieFor({}, http)).toBe(`${bare}; SameSite=Lax`);
    const strict = { CookieDomain: ".shop.example", IsCookieHttpOnly: true, IsCookieSecure: true };
    const attributes = "; Domain=.shop.example; HttpOnly; Secure";
    expect(cookieFor(strict, SHOP_URL)).toBe(`${bare}${attributes}; SameSite=Lax`);
    expect(cookieFor(strict, http)).toBe(`${bare}${attributes}; SameSite=Lax`);
  });

  test("is kept for a day, and taken away at once, by browsers whose clock is wrong", () => {
    expect(cookieFor({}, SHOP_URL)).toContain("; Max-Age=86400;");
    const away = decideWith({}, buildRequest(SHOP_URL, { cookie: cookieHeader("a=1") }));
    expect(away.cookies).toEqual([CLEARED]);
    expect(CLEARED).toContain("; Max-Age=0;");
  });

  test("has nothing but what the rule says where a connector is to be exactly KnownUser", () => {
    const exact = { exactKnownUser: true };
    expect(cookieFor({}, SHOP_URL, exact)).toBe(exactly);
    expect(cookieFor({ IsCookieHttpOnly: true }, SHOP_URL, exact)).toBe(`${exactly}; HttpOnly`);
  });
});

test("an address within IPv6 is the same address; exactly KnownUser it is another", () => {
  const bound = mint({ clientIp: "203.0.113.9" });
  const request = buildRequest(`${SHOP_URL}?queueittoken=${bound}`, {}, "::ffff:203.0.113.9");
  expect(decide(request, buildOptions())).toMatchObject({ type: "pass" });
  const exact = decide(request, buildOptions({ exactKnownUser: true }));
  expect(exact).toMatchObject({ type: "redirect", reason: "ip" });
});
