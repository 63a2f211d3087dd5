import { KnownUser } from "@queue-it/connector-javascript";
import { publicContext } from "../../demo-shop/public-context";
import type { Operator } from "../import-export";
import { requireSame, type Trials } from "../trials";

const part = (fields: Readonly<Record<string, unknown>>) => ({
  ...{ ValidatorType: "UrlValidator", Operator: "Contains", UrlPart: "PagePath" },
  ...{ ValueToCompare: null, ValuesToCompare: null, CookieName: null, HttpHeaderName: null },
  ...{ IsNegative: false, IsIgnoreCase: true, ...fields },
});
const trigger = (LogicalOperator: string, ...TriggerParts: readonly object[]) => ({
  LogicalOperator,
  TriggerParts,
});
const QUEUE = {
  ...{ ActionType: "Queue", EventId: "springsale", CookieDomain: "", LayoutName: "Winter" },
  ...{ Culture: "en-US", ExtendCookieValidity: true, CookieValidityMinute: 20 },
  ...{ QueueDomain: "room.queue-it.net", RedirectLogic: "AllowTParameter", ForcedTargetUrl: "" },
};

/** An integration config with every kind of action and condition that public connectors know. */
const INTEGRATIONS = [
  {
    ...{ ...QUEUE, Name: "Health", ActionType: "Ignore", EventId: null },
    Triggers: [trigger("And", part({ Operator: "Equals", ValueToCompare: "/health" }))],
  },
  {
    ...{ ...QUEUE, Name: "Leave", ActionType: "Cancel" },
    Triggers: [trigger("And", part({ ValueToCompare: "/leave" }))],
  },
  {
    ...{ ...QUEUE, Name: "Tickets" },
    Triggers: [
      trigger(
        "And",
        part({ ValueToCompare: "/tickets" }),
        part({ ValidatorType: "UserAgentValidator", ValueToCompare: "bot", IsNegative: true }),
      ),
      trigger(
        "Or",
        part({ ValidatorType: "CookieValidator", CookieName: "vip", ValueToCompare: "yes" }),
        part({
          ...{ ValidatorType: "HttpHeaderValidator", HttpHeaderName: "x-team" },
          ...{ Operator: "EqualsAny", ValuesToCompare: ["qa", "dev"] },
        }),
      ),
    ],
  },
  {
    ...{ ...QUEUE, Name: "Drop", RedirectLogic: "ForcedTargetUrl" },
    ForcedTargetUrl: "https://shop.example.com/drop?a=b",
    Triggers: [
      trigger(
        "And",
        part({ UrlPart: "HostName", Operator: "Equals", ValueToCompare: "drop.example.com" }),
      ),
    ],
  },
];

type Headers = Readonly<Record<string, string>>;
const REQUESTS: readonly (readonly [string, Headers])[] = [
  ["https://shop.example.com/", {}],
  ["https://shop.example.com/health", {}],
  ["https://shop.example.com/leave", {}],
  ["https://shop.example.com/Tickets/1?x=y", { "user-agent": "Mozilla" }],
  ["https://shop.example.com/tickets", { "user-agent": "A Bot" }],
  ["https://shop.example.com/other", { cookie: "vip=yes" }],
  ["https://shop.example.com/other", { "x-team": "qa" }],
  ["https://shop.example.com/other", { "x-team": "sales" }],
  ["https://drop.example.com/any", {}],
];

const HARDLY: readonly string[] = ["ver", "kupver", "cver", "t"];

/** The decision of the public connector, without what a version or a host says. */
async function decide(config: string, customer: string, [url, headers]: (typeof REQUESTS)[number]) {
  const result = await KnownUser.validateRequestByIntegrationConfig(
    ...([url, "", config, customer, "a-secret-of-72-characters"] as const),
    publicContext({
      ...{ url, address: "203.0.113.7", setCookie: () => undefined },
      header: (name) => headers[name.toLowerCase()] ?? "",
    }),
  );
  const { actionType, redirectUrl } = result;
  const query = redirectUrl ? [...new URL(redirectUrl).searchParams] : [];
  const target = query.find(([name]) => name === "t")?.[1] ?? "";
  return { actionType, target, query: query.filter(([name]) => !HARDLY.includes(name)) };
}

/** The public connector decides by what comes out as it did by what went in. Answers how many rules there were. */
export async function tryConfig(
  operator: Operator,
  customer: string,
  trials: Trials,
): Promise<number> {
  const { run, bring } = operator;
  let exported = "";
  await trials.try("import", async () => {
    const event = ["--event-id", "springsale", "--name", "Spring sale", "--kind", "always-on"];
    await run("call", "createEvent", ...event, "--target-url", "https://shop.example.com/");
    const told = await bring("queueit", { Integrations: INTEGRATIONS });
    if (!told.includes(`Created ${INTEGRATIONS.length}, changed 0`)) throw new Error(told);
  });
  await trials.try("export", async () => {
    await run("call", "publishRules");
    exported = await run("rules", "export");
    const again = await bring("queueit", JSON.parse(exported));
    if (!again.includes("0 differ")) throw new Error(again);
  });
  const config = JSON.stringify({ ...JSON.parse(exported), Integrations: INTEGRATIONS });
  for (const request of REQUESTS) {
    await trials.try(request.map((one) => JSON.stringify(one)).join(" "), async () => {
      requireSame(
        await decide(exported, customer, request),
        await decide(config, customer, request),
      );
    });
  }
  return INTEGRATIONS.length;
}
