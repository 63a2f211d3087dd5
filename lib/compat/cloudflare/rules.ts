import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { CloudflareRoom, CloudflareRule } from "@/lib/domain/cloudflare-room/room";
import { bypassOf } from "@/lib/domain/cloudflare-room/room-rules";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import type { Asked } from "./asked";
import { publishRules, requireNothingUnpublished, storeRules } from "./carry-out";
import { updateRoomEvent } from "./change-room";
import { type FoundRoom, findRoom } from "./find-rooms";
import { description } from "./room-fields";
import { protectionWith } from "./room-settings";

const RULES_MAX = 100;

const ruleInput = z.strictObject({
  ...{
    id: z.unknown().optional(),
    version: z.unknown().optional(),
    last_updated: z.unknown().optional(),
  },
  action: z.literal("bypass_waiting_room", "Rules here can bypass_waiting_room."),
  expression: z.string().min(1, "Enter an expression.").max(4_000),
  description: description.default(""),
  enabled: z.boolean().default(true),
});
type RuleInput = z.output<typeof ruleInput>;

const position = z
  .union([
    z.strictObject({ index: z.number().int().min(1) }),
    z.strictObject({ before: z.string() }),
    z.strictObject({ after: z.string() }),
  ])
  .optional();

type Answer = ReturnType<typeof ruleAnswer>;

function ruleAnswer(rule: CloudflareRule) {
  const { id, description: note, expression, enabled, version, updatedAt } = rule;
  return {
    ...{ id, action: "bypass_waiting_room", description: note, enabled, expression },
    ...{ version: String(version), last_updated: updatedAt },
  };
}

export async function listRules(asked: Asked): Promise<readonly Answer[]> {
  return (await findRoom(asked)).room.rules.map(ruleAnswer);
}

/** Adds a rule after all others, or where the program says. */
export async function createRule(asked: Asked): Promise<readonly Answer[]> {
  const found = await findRoom(asked);
  const { position: place, ...given } = Object(asked.body);
  const rule = newRule(ruleInput.parse(given));
  return store(asked, found, placed([...found.room.rules, rule], rule, position.parse(place)));
}

/** Replaces all rules of a room. */
export async function replaceRules(asked: Asked): Promise<readonly Answer[]> {
  const found = await findRoom(asked);
  const { rules } = z.strictObject({ rules: z.array(ruleInput).max(RULES_MAX) }).parse(asked.body);
  return store(asked, found, rules.map(newRule));
}

/** Changes what is given of a rule, and its place. */
export async function editRule(asked: Asked): Promise<readonly Answer[]> {
  const found = await findRoom(asked);
  const before = ruleIn(found.room, asked);
  const { position: place, ...given } = Object(asked.body);
  const { expression, description: note, enabled } = before;
  const now = { action: "bypass_waiting_room", expression, description: note, enabled };
  const input = ruleInput.parse({ ...now, ...given });
  const rule = { ...newRule(input), id: before.id, version: before.version + 1 };
  const rules = found.room.rules.map((one) => (one.id === rule.id ? rule : one));
  return store(asked, found, placed(rules, rule, position.parse(place)));
}

export async function deleteRule(asked: Asked): Promise<readonly Answer[]> {
  const found = await findRoom(asked);
  const { id } = ruleIn(found.room, asked);
  const rules = found.room.rules.filter((rule) => rule.id !== id);
  return store(asked, found, rules);
}

function ruleIn({ rules }: CloudflareRoom, { ids }: Asked): CloudflareRule {
  const rule = rules.find(({ id }) => id === ids["rule"]);
  if (rule === undefined) throw new ServiceError("not_found", `There is no rule ${ids["rule"]}.`);
  return rule;
}

function newRule({ expression, description: note, enabled }: RuleInput): CloudflareRule {
  const id = randomBytes(16).toString("hex");
  const updatedAt = new Date().toISOString();
  return { id, expression, description: note, enabled, version: 1, updatedAt };
}

function placed(
  rules: readonly CloudflareRule[],
  rule: CloudflareRule,
  place: z.output<typeof position>,
): readonly CloudflareRule[] {
  if (place === undefined) return rules;
  const others = rules.filter(({ id }) => id !== rule.id);
  const at = indexIn(others, place);
  return [...others.slice(0, at), rule, ...others.slice(at)];
}

/** An empty name stands for the beginning, or the end. */
function indexIn(
  others: readonly CloudflareRule[],
  place: NonNullable<z.output<typeof position>>,
): number {
  if ("index" in place) return Math.min(place.index - 1, others.length);
  const isBefore = "before" in place;
  const name = isBefore ? place.before : place.after;
  if (name === "") return isBefore ? 0 : others.length;
  const at = others.findIndex(({ id }) => id === name);
  if (at === -1) throw invalidField("position", `There is no rule ${name}.`);
  return isBefore ? at : at + 1;
}

/** Throws `invalid` with the reason for a rule that rules here cannot carry out; nothing is changed then. */
async function store(
  asked: Asked,
  { event, room }: FoundRoom,
  rules: readonly CloudflareRule[],
): Promise<readonly Answer[]> {
  const { context } = asked;
  if (rules.length > RULES_MAX) throw invalidField("rules", `At most ${RULES_MAX} rules.`);
  const after = { ...room, rules };
  const [problem] = bypassOf(after).problems.values();
  if (problem !== undefined) throw invalidField("expression", problem);
  await requireNothingUnpublished(context);
  const protection = protectionWith(event.protection, after);
  await updateRoomEvent(context, event, { protection, cloudflareRoom: after });
  await storeRules(context, { room: after, name: event.name });
  await publishRules(asked);
  return rules.map(ruleAnswer);
}
