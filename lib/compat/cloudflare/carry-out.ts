import { type CloudflareRoom, eventIdOfRoom } from "@/lib/domain/cloudflare-room/room";
import { bypassOf, roomTriggers } from "@/lib/domain/cloudflare-room/room-rules";
import type { RuleInput } from "@/lib/domain/integration-config/rule-schema";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ApprovalRequired, preconditionFailed } from "@/lib/services/ground/errors";
import { getUnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import { publish } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { deleteRule } from "@/lib/services/sites/rule/delete";
import { listRules } from "@/lib/services/sites/rule/list";
import { reorderRules } from "@/lib/services/sites/rule/reorder";
import type { ListedRule } from "@/lib/services/sites/rule/rule-view";
import { setRuleManagedBy } from "@/lib/services/sites/rule/set-managed-by";
import { updateRule } from "@/lib/services/sites/rule/update";
import type { Asked } from "./asked";

/** What the console says that events and rules of a room are managed by. */
export const managedByOf = (roomId: string): string => `Cloudflare API, room ${roomId}`;

/** How the names of rules begin that lead to a room or past it. */
const RULE_PREFIX = "Cloudflare ";

const APPROVAL = 1_100;

/**
 * Throws `precondition_failed` while somebody has changed rules that are not published: publishing those of a room would
 * publish them too.
 */
export async function requireNothingUnpublished(context: ServiceContext): Promise<void> {
  const { differences } = await getUnpublishedChanges(context);
  if (differences.every(isOfRoom)) return;
  throw preconditionFailed(
    "Somebody has changed rules and not published them. Publish or undo that first: this would publish it too.",
  );
}

const isOfRoom = ({ name }: { readonly name: string }) => name.startsWith(RULE_PREFIX);

/**
 * Publishes the rules where connectors have others of rooms, and nothing that somebody else has changed. Where a second
 * person is asked, the program is told.
 */
export async function publishRules({ context, messages }: Asked): Promise<void> {
  const { hasChanges, differences, seen } = await getUnpublishedChanges(context);
  if (!hasChanges || !differences.every(isOfRoom)) return;
  try {
    await publish(context, { seen });
  } catch (error) {
    if (!(error instanceof ApprovalRequired)) throw error;
    messages.push({ code: APPROVAL, message: `Not published yet. ${error.message}` });
  }
}

type Named = { readonly room: CloudflareRoom; readonly name: string };

/** Makes the rules of a room what it says, in their place among those of other rooms. Publishes nothing. */
export async function storeRules(context: ServiceContext, named: Named): Promise<void> {
  const own = managedByOf(named.room.id);
  const wanted = rulesOf(named);
  const rules = await listRules(context);
  for (const rule of rules.filter(({ managedBy }) => managedBy === own)) {
    if (wanted.some(({ actionType }) => actionType === rule.actionType)) continue;
    await deleteRule(context, { ruleId: rule.id });
  }
  for (const rule of wanted) await storeRule(context, { rule, rules, own });
  await orderRules(context);
}

type Stored = {
  readonly rule: RuleInput;
  readonly rules: readonly ListedRule[];
  readonly own: string;
};

async function storeRule(context: ServiceContext, { rule, rules, own }: Stored): Promise<void> {
  const before = rules.find(
    ({ managedBy, actionType }) => managedBy === own && actionType === rule.actionType,
  );
  if (before !== undefined) {
    await updateRule(context, { ruleId: before.id, rule });
    return;
  }
  const { id } = await createRule(context, rule);
  await setRuleManagedBy(context, { ruleId: id, managedBy: own });
}

/** What leads to the room, and what passes by it. */
function rulesOf({ room, name }: Named): readonly RuleInput[] {
  const action = {
    EventId: eventIdOfRoom(room.id),
    IsCookieSecure: room.secure === "always",
  };
  const triggers = (all: RuleInput["triggers"] | readonly unknown[]) =>
    // They have the fields of the schema, which no list of our own type says.
    [...all] as RuleInput["triggers"];
  const bypass = bypassOf(room).triggers;
  const queue: RuleInput = {
    ...{ actionType: "Queue", name: `${RULE_PREFIX}${name}`, action },
    triggers: triggers(roomTriggers(room)),
  };
  if (bypass.length === 0) return [queue];
  const past: RuleInput = {
    ...{ actionType: "Ignore", name: `${RULE_PREFIX}${name}, bypass`, action: {} },
    triggers: triggers(bypass),
  };
  return [past, queue];
}

/** Removes the rules of a room. Publishes nothing. */
export async function removeRules(context: ServiceContext, roomId: string): Promise<void> {
  const own = managedByOf(roomId);
  for (const { id, managedBy } of await listRules(context)) {
    if (managedBy === own) await deleteRule(context, { ruleId: id });
  }
}

/**
 * The longest path of a room comes first, as there, and before what leads to it what passes by. All other rules keep their
 * places.
 */
async function orderRules(context: ServiceContext): Promise<void> {
  const rules = await listRules(context);
  const isRooms = ({ managedBy }: ListedRule) => managedBy?.startsWith(managedByOf("")) === true;
  const lengths = new Map<string, number>();
  for (const rule of rules.filter(isRooms)) {
    const key = rule.managedBy ?? "";
    lengths.set(key, Math.max(lengths.get(key) ?? 0, pathLength(rule)));
  }
  const places = (rule: ListedRule) => lengths.get(rule.managedBy ?? "") ?? 0;
  const ordered = rules
    .filter(isRooms)
    .toSorted(
      (one, other) =>
        places(other) - places(one) ||
        (one.managedBy ?? "").localeCompare(other.managedBy ?? "") ||
        one.actionType.localeCompare(other.actionType),
    );
  const next = ordered[Symbol.iterator]();
  const ruleIds = rules.map((rule) => (isRooms(rule) ? (next.next().value ?? rule).id : rule.id));
  if (ruleIds.every((id, at) => id === rules[at]?.id)) return;
  await reorderRules(context, { ruleIds });
}

/** Of the longest path that leads to a room. */
function pathLength({ actionType, triggers }: ListedRule): number {
  if (actionType !== "Queue") return 0;
  const paths = triggers.flatMap(({ TriggerParts }) =>
    TriggerParts.filter(({ UrlPart }) => UrlPart === "PagePath").map(
      ({ ValueToCompare }) => ValueToCompare?.length ?? 0,
    ),
  );
  return Math.max(0, ...paths);
}
