import type { AccessRule, AccessRules, CdnHeaders } from "@/lib/domain/access-rule/access-rule";
import {
  actionSentence,
  conditionSentence,
  ruleSentence,
} from "@/lib/domain/access-rule/rule-words";
import type { ChallengeSetting } from "@/lib/domain/challenge/challenge-setting";
import type { DeferredSetting, LotterySetting } from "@/lib/domain/deferred/deferred-setting";
import type { LimitSetting } from "@/lib/domain/join-limit/limit-setting";
import type { PassSetting, PossessionSetting } from "@/lib/domain/possession/possession-setting";
import { type Protection, UNPROTECTED } from "@/lib/domain/protection/protection";
import type { ScoreSetting } from "@/lib/domain/score/score-setting";
import { fields, leaf, list, switchable, within } from "./differ";
import { asWritten, chosen, counted, onOrOff } from "./words";

type Network = LimitSetting["networks"][number];

/** Joins of one kind of source in a minute and in a run. */
const countsOf = (source: string) =>
  ({
    perMinute: leaf(`Per ${source}, per minute`, counted("joins")),
    perRun: leaf(`Per ${source}, per run`, counted("joins")),
  }) as const;

const networkWords = ({ perMinute, perRun, replacesAddress }: Network): string =>
  `${perMinute} joins per minute, ${perRun} per run${replacesAddress ? ", instead of the per-address limit" : ""}`;

const limits = fields<LimitSetting>({
  isOn: leaf("Limit joins per address", onOrOff),
  address: fields(countsOf("IP address")),
  site: fields(countsOf("IPv6 /48")),
  networks: list<Network>({
    keyOf: ({ list: key }) => key,
    labelOf: ({ list: key }) => `Address list “${key}”`,
    words: networkWords,
    order: "Order of address lists",
    nameOf: ({ list: key }) => key,
    differ: fields<Network>({
      list: leaf("List", asWritten),
      ...countsOf("whole list"),
      replacesAddress: leaf("Instead of the per-address limit", onOrOff),
    }),
  }),
  asn: switchable(
    "Networks by header",
    fields<NonNullable<LimitSetting["asn"]>>({
      header: leaf("Network header", asWritten),
      ...countsOf("network"),
    }),
  ),
  identity: switchable(
    "Visitor identity",
    fields<NonNullable<LimitSetting["identity"]>>({
      from: leaf("Identity source", chosen({ cookie: "cookie", header: "header" })),
      name: leaf("Cookie or header name", asWritten),
      perRun: leaf("Per visitor, per run", counted("joins")),
      beyond: leaf(
        "Over the limit",
        chosen({
          challenge: "challenge",
          refuse: "refuse",
          mark: "allow and flag the place",
        }),
      ),
    }),
    { off: "off" },
  ),
  acrossEvents: leaf("Per IP address, across all events", counted("joins per ten minutes", "off")),
});

const challenge = fields<ChallengeSetting>({
  when: leaf(
    "When to challenge",
    chosen({ never: "never", busy: "busy addresses", always: "everyone" }),
  ),
  fromJoinsPerMinute: leaf("Everyone, above", counted("joins per minute", "never")),
  kind: leaf("Type", chosen({ work: "proof of work", captcha: "vendor CAPTCHA" })),
  difficulty: leaf("Difficulty", counted("bits")),
  provider: leaf("Vendor", (vendor: ChallengeSetting["provider"]) =>
    vendor === null ? null : VENDORS[vendor],
  ),
  minimalScore: leaf("Minimum score", counted("hundredths")),
  whenDown: leaf(
    "If the vendor is down",
    chosen({ work: "proof of work", hold: "visitors wait", join: "visitors join" }),
  ),
});

const VENDORS = {
  turnstile: "Cloudflare Turnstile",
  hcaptcha: "hCaptcha",
  recaptcha: "Google reCAPTCHA v3",
  "friendly-captcha": "Friendly Captcha",
} as const satisfies Record<NonNullable<ChallengeSetting["provider"]>, string>;

const rules = fields<AccessRules>({
  rules: list<AccessRule>({
    keyOf: ({ id }) => String(id),
    labelOf: ({ name }, place) => `Access rule ${place + 1} “${name}”`,
    words: ({ conditions, action }) => ruleSentence(conditions, action),
    order: "Order of access rules",
    nameOf: ({ name }) => name,
    differ: fields<AccessRule>({
      id: leaf("Number", counted("")),
      name: leaf("Name", asWritten),
      conditions: leaf("If", (all: AccessRule["conditions"]) =>
        all.map(conditionSentence).join(" and "),
      ),
      action: leaf("Then", actionSentence),
    }),
  }),
  headers: fields<CdnHeaders>({
    country: leaf("Country header", asWritten),
    asn: leaf("ASN header", asWritten),
    botScore: leaf("Bot score header", asWritten),
  }),
});

const deferred = fields<DeferredSetting>({
  action: leaf("Suspicious places", chosen({ none: "nothing", last: "draw last", drop: "drop" })),
  fromScore: leaf("Suspicious at score", counted("")),
});

const score = fields<ScoreSetting>({
  challengeFrom: leaf("Challenge at score", counted("", "never")),
  refuseFrom: leaf("Refuse at score", counted("", "never")),
});

const pass = fields<PassSetting>({
  kind: leaf(
    "Pass format",
    chosen({
      knownuser: "queue token",
      both: "queue token and signed pass",
      signed: "signed pass",
    }),
  ),
  bindsToUserAgent: leaf("Bind passes to the user agent", onOrOff),
});

/** What differs in how bots and hoarders are held back; off is compared with each part switched off. */
export const protectionDifferences = switchable(
  "Bot protection",
  fields<Protection>({
    limits: within("Limits", limits),
    challenge: within("Challenge", challenge),
    rules,
    deferred: within("Draw", deferred),
    lottery: within(
      "Draw",
      fields<LotterySetting>({ isWeighted: leaf("Chances by lane", onOrOff) }),
    ),
    score: within("Score", score),
    possession: fields<PossessionSetting>({
      isAsked: leaf("Bind places to the visitor's browser", onOrOff),
    }),
    pass,
  }),
  { none: UNPROTECTED },
);
