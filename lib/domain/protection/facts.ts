import type { AccessAction } from "@/lib/domain/access-rule/access-rule";
import { type LevelSubject, levelRule, ownRules } from "./levels";
import { type Protection, UNPROTECTED } from "./protection";

/** Something that a protection does, as an operator says it. */
export type ProtectionFact = { readonly what: string; readonly value: string };

const ACTIONS: Readonly<Record<AccessAction["type"], string>> = {
  "let-by": "Skip the line",
  join: "Can join",
  challenge: "Solve a challenge",
  "false-queue": "Wait without being called",
  block: "Blocked",
  later: "Asked to come back later",
};

/** What a protection does, in the same order for each, so that two can be compared line by line. Null: it is off. */
export function protectionFacts(given: Protection | null): readonly ProtectionFact[] {
  const protection = given ?? UNPROTECTED;
  const { limits } = protection;
  const joins = ({ perMinute, perRun }: { perMinute: number; perRun: number }) =>
    limits.isOn ? `${figure(perMinute)} per minute, ${figure(perRun)} per run` : "No limit";
  const about = (subject: LevelSubject) =>
    ACTIONS[levelRule(protection, subject)?.action.type ?? "join"];
  const own = ownRules(protection).length;
  return [
    { what: "Places for one address, before a challenge", value: joins(limits.address) },
    { what: "Places for a large network, before a challenge", value: joins(limits.site) },
    { what: "Who solves a challenge", value: challenged(protection) },
    { what: "A challenge takes", value: effort(protection) },
    { what: "Search engines", value: about("crawlers") },
    { what: "Self-identified tools (curl …)", value: about("tools") },
    { what: "No user agent", value: about("silent") },
    { what: "Suspicious visitors", value: suspects(protection) },
    { what: "Your own access rules", value: own === 0 ? "None" : String(own) },
  ];
}

function challenged({ challenge }: Protection): string {
  if (challenge.when === "never") return "Nobody";
  if (challenge.when === "always") return "Everyone";
  const from = challenge.fromJoinsPerMinute;
  const busy = "Visitors from an address over its limit";
  return from === null ? busy : `${busy}; everyone above ${figure(from)} joins per minute`;
}

/** A form may hold an emptied number, whatever its type says. */
function figure(value: number | null): string {
  return Number.isFinite(value) ? Number(value).toLocaleString("en") : "–";
}

/** One second at the most with 15 bits; each further bit doubles it. */
const BITS_OF_A_SECOND = 15;

function effort({ challenge }: Protection): string {
  if (challenge.when === "never") return "Nothing";
  if (challenge.kind === "captcha") return "As the CAPTCHA vendor asks";
  const most = 2 ** (challenge.difficulty - BITS_OF_A_SECOND);
  if (!(most > 1)) return "Up to a second on a phone";
  return `${most / 2} to ${most} seconds on a phone`;
}

function suspects({ score }: Protection): string {
  if (score.refuseFrom !== null) return "Refused";
  return score.challengeFrom === null ? "Can join" : "Solve a challenge";
}
