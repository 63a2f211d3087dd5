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
    perMinute: leaf(`From ${source} in a minute`, counted("joins")),
    perRun: leaf(`From ${source} in a run`, counted("joins")),
  }) as const;

const networkWords = ({ perMinute, perRun, replacesAddress }: Network): string =>
  `${perMinute} joins in a minute, ${perRun} in a run${replacesAddress ? ", and no limit by address there" : ""}`;

const limits = fields<LimitSetting>({
  isOn: leaf("Limit joins by address", onOrOff),
  address: fields(countsOf("one address")),
  site: fields(countsOf("one IPv6 /48")),
  networks: list<Network>({
    keyOf: ({ list: key }) => key,
    labelOf: ({ list: key }) => `Address list “${key}”`,
    words: networkWords,
    order: "Order of the address lists",
    nameOf: ({ list: key }) => key,
    differ: fields<Network>({
      list: leaf("List", asWritten),
      ...countsOf("all of it"),
      replacesAddress: leaf("This limit alone holds there", onOrOff),
    }),
  }),
  asn: switchable(
    "Networks by a header",
    fields<NonNullable<LimitSetting["asn"]>>({
      header: leaf("Header with the network", asWritten),
      ...countsOf("one network"),
    }),
  ),
  identity: switchable(
    "Who a visitor is",
    fields<NonNullable<LimitSetting["identity"]>>({
      from: leaf("Who a visitor is says", chosen({ cookie: "a cookie", header: "a header" })),
      name: leaf("Name of the cookie or header", asWritten),
      perRun: leaf("For one visitor in a run", counted("joins")),
      beyond: leaf(
        "Beyond that",
        chosen({
          challenge: "they get a challenge",
          refuse: "they do not get in",
          mark: "they join, and the place is marked",
        }),
      ),
    }),
    { off: "not counted" },
  ),
  acrossEvents: leaf(
    "From one address at all events together",
    counted("joins in ten minutes", "not counted"),
  ),
});

const challenge = fields<ChallengeSetting>({
  when: leaf(
    "Who gets one",
    chosen({ never: "nobody", busy: "busy addresses", always: "everybody" }),
  ),
  fromJoinsPerMinute: leaf("Everybody, from", counted("joins a minute", "never")),
  kind: leaf("Kind", chosen({ work: "proof of work", captcha: "CAPTCHA of a vendor" })),
  difficulty: leaf("Proof of work", counted("bits")),
  provider: leaf("Vendor", (vendor: ChallengeSetting["provider"]) =>
    vendor === null ? null : VENDORS[vendor],
  ),
  minimalScore: leaf("Solved from a score of", counted("hundredths")),
  whenDown: leaf(
    "While the vendor does not answer",
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
    order: "Order of the access rules",
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
  fromScore: leaf("Suspicious from", counted("score")),
});

const score = fields<ScoreSetting>({
  challengeFrom: leaf("Challenge before joining, from", counted("score", "never")),
  refuseFrom: leaf("Refuse by score alone, from", counted("score", "never")),
});

const pass = fields<PassSetting>({
  kind: leaf(
    "What lets visitors in on the site",
    chosen({ knownuser: "queue token", both: "token and signed pass", signed: "signed pass" }),
  ),
  bindsToUserAgent: leaf("Bind passes to the browser’s name", onOrOff),
});

/** What differs in how bots and hoarders are held back; off is compared with each part switched off. */
export const protectionDifferences = switchable(
  "Hold bots back",
  fields<Protection>({
    limits: within("Limits", limits),
    challenge: within("Challenge", challenge),
    rules,
    deferred: within("In the draw", deferred),
    lottery: within(
      "In the draw",
      fields<LotterySetting>({ isWeighted: leaf("Chances by lane", onOrOff) }),
    ),
    score: within("Score", score),
    possession: fields<PossessionSetting>({
      isAsked: leaf("Ask for the key of the browser that joined", onOrOff),
    }),
    pass,
  }),
  { none: UNPROTECTED },
);
