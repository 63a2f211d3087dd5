import { addressClasses } from "@/connectors/src/host/address-group";
import { NO_RULES } from "@/lib/domain/access-rule/access-rule";
import { accessRulesSchema } from "@/lib/domain/access-rule/access-rule-schema";
import { compileRules, decideRule } from "@/lib/domain/access-rule/compile-rules";
import { MARKS, namesOf } from "@/lib/domain/score/marks";
import { SCORE_MAX, scoreOf } from "@/lib/domain/score/score";
import { parseJson } from "@/waiting-room/client/parse-json";
import { mutate, type Random } from "./mutate";
import type { Target } from "./targets";

const GROUPS = 8;
const MARK_BYTES = 256;

function written(groups: readonly number[], random: Random): string {
  const texts = groups.map((group) => {
    const text = group.toString(16).padStart(random.chance(0.3) ? 4 : 1, "0");
    return random.chance(0.3) ? text.toUpperCase() : text;
  });
  const from = random.below(GROUPS);
  let until = from;
  while (groups[until] === 0) until += 1;
  if (until === from || random.chance(0.3)) return texts.join(":");
  return `${texts.slice(0, from).join(":")}::${texts.slice(until).join(":")}`;
}

function namesIn(address: string): string {
  return String(addressClasses(address).map(({ kind, name }) => `${kind} ${name}`));
}

/** However an address is written, it is counted by the same: else it could join as often as there are ways. */
export const tryAddress: Target = (_subject, random) => {
  const groups = Array.from({ length: GROUPS }, () =>
    random.chance(0.5) ? 0 : random.below(0x10000),
  );
  const plain = groups.map((group) => group.toString(16)).join(":");
  const text = written(groups, random);
  // What a proxy makes of it when it is broken has to be counted by something, and not throw.
  if (addressClasses(mutate(text, random)).length === 0) throw new Error("Counted by nothing.");
  return namesIn(text) === namesIn(plain) ? null : `${text} is not counted as ${plain}`;
};

const RULES_TEXT = JSON.stringify({
  rules: [
    {
      id: 1,
      name: "Data centres",
      conditions: [
        { subject: "address", values: ["198.51.100.0/24", "2001:db8::/32"] },
        { subject: "user-agent", comparison: "pattern", values: ["*bot*", "a*b*c"], isNot: true },
        { subject: "bot-score", number: 30 },
      ],
      action: { type: "false-queue" },
    },
    {
      id: 2,
      name: "Elsewhere",
      conditions: [
        { subject: "country", values: ["DE", "FR"] },
        { subject: "asn", values: ["AS64500"] },
        { subject: "header", name: "x-tier", comparison: "present" },
        { subject: "cookie", name: "vip", values: ["1"] },
        { subject: "joins", number: 5, per: "run" },
      ],
      action: { type: "block", reason: "Not here." },
    },
  ],
  headers: NO_RULES.headers,
});

/** Rules that the schema takes can be asked about any request. */
export const tryRules: Target = (_subject, random) => {
  const checked = accessRulesSchema.safeParse(parseJson(mutate(RULES_TEXT, random)));
  if (!checked.success) return null;
  const said = () => mutate("abcbc AS64500 DE 20", random);
  decideRule(compileRules(checked.data), {
    address: mutate(random.chance(0.5) ? "198.51.100.7" : "2001:db8::7", random),
    path: said(),
    header: said,
    cookie: said,
    told: () => (random.chance(0.3) ? null : said()),
    isInList: () => (random.chance(0.3) ? null : random.chance(0.5)),
    joins: () => random.below(10),
    isCrawler: random.chance(0.5),
  });
  return null;
};

/** Every byte of marks has a score within its bounds, and says the same after it was read. */
export const tryMarks: Target = (_subject, random) => {
  const marks = random.below(MARK_BYTES);
  const { score } = scoreOf(marks);
  if (!(score >= 0 && score <= SCORE_MAX)) throw new Error(`The score of ${marks} is ${score}.`);
  const read = namesOf(marks).reduce((sum, name) => sum | MARKS[name], 0);
  return read === marks ? null : `${marks} is read as something else`;
};
