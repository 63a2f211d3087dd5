import { Command } from "commander";
import type { Client } from "@/client/src/create-client";
import type { Operations } from "@/client/src/generated/types";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "../../terminal";
import { operating } from "../operate";
import { type NotCarried, notCarriedLines, readExport, refusalsOf } from "./report";

type RuleInput = Operations["createRule"]["input"]["rule"];
type Fields = Readonly<Record<string, unknown>>;

/** Of an action, what a rule here says too. */
const OF_ACTION: Readonly<Record<string, readonly string[]>> = {
  Queue: [
    ...["EventId", "InvolvedWaitingRoomIds", "CookieDomain", "IsCookieHttpOnly", "IsCookieSecure"],
    ...["LayoutName", "Culture", "RedirectLogic", "ForcedTargetUrl"],
  ],
  Cancel: [
    "EventId",
    "InvolvedWaitingRoomIds",
    "CookieDomain",
    "IsCookieHttpOnly",
    "IsCookieSecure",
  ],
  Ignore: [],
};
/** What follows here from the event and the installation. */
const FOLLOWS = [
  ...["QueueDomain", "QueuePathPrefix", "CookieValidityMinute", "ExtendCookieValidity"],
  "OnVerified",
];
const KNOWN = new Set([
  ...["Name", "ActionType", "Triggers", "Lane", ...FOLLOWS],
  ...Object.values(OF_ACTION).flat(),
]);

/** `stanchion import queueit FILE`: the rules of an integration config. Publishes nothing. */
export function importQueueItCommand(terminal: Terminal): Command {
  const command = new Command("queueit")
    .description("Makes rules of an integration config of Queue-it. Publishes nothing.")
    .argument("<file>", "the integration config as JSON")
    .option("--event <id>", "the event that rules lead to whose own is not here");
  return operating(
    command,
    terminal,
    async (client, file: string, { event }: { event?: string }) => {
      const integrations = integrationsIn(await readExport(file), file);
      const known = await rulesByName(client);
      const events = await eventIds(client);
      const notCarried: NotCarried[] = [];
      const counts = { created: 0, changed: 0 };
      for (const integration of integrations) {
        const rule = ruleOf(integration, { events, event, notCarried });
        if (rule === null) continue;
        const found = known.get(rule.name);
        try {
          if (found === undefined) await client.createRule({ rule });
          else await client.updateRule({ ruleId: found.id, rule, seen: found.seen });
          counts[found === undefined ? "created" : "changed"] += 1;
        } catch (error) {
          notCarried.push(...refusalsOf(error, `rule ${rule.name}`));
        }
      }
      const names = integrations.map(({ Name }) => String(Name));
      if (!isInOrder(names, [...(await rulesByName(client)).keys()]))
        notCarried.push({ what: "rules", field: "order", reason: OTHER_ORDER });
      const { differences } = await client.getUnpublishedChanges();
      const told = `Created ${counts.created}, changed ${counts.changed} rules. ${differences.length} differ from what is published: stanchion rules diff`;
      return { answer: { ...counts, notCarried }, lines: [told, ...notCarriedLines(notCarried)] };
    },
  );
}

function integrationsIn(config: unknown, file: string): readonly Fields[] {
  const list = Object(config).Integrations ?? Object(config).integrations;
  if (Array.isArray(list)) return list.map(Object);
  throw new ExpectedFailure(`${file} is no integration config: it has no Integrations.`);
}

async function rulesByName(client: Client) {
  const known = new Map<string, Operations["listRules"]["output"]["items"][number]>();
  for await (const rule of client.each("listRules")) known.set(rule.name, rule);
  return known;
}

async function eventIds(client: Client): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { eventId } of client.each("listEvents")) ids.add(eventId);
  return ids;
}

const OTHER_ORDER = "They stand in another order here, where the first that matches counts.";

/** Whether the rules that are here stand as they stand there. */
function isInOrder(there: readonly string[], here: readonly string[]): boolean {
  const places = there.map((name) => here.indexOf(name)).filter((place) => place >= 0);
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

type Known = {
  readonly events: ReadonlySet<string>;
  readonly event: string | undefined;
  readonly notCarried: NotCarried[];
};

/** A rule as the API takes it; null for one that cannot be here. */
function ruleOf(integration: Fields, { events, event, notCarried }: Known): RuleInput | null {
  const { Name, ActionType = "Queue", Triggers, Lane } = integration;
  const what = `rule ${String(Name)}`;
  const note = (field: string, reason: string) => void notCarried.push({ what, field, reason });
  const own = OF_ACTION[String(ActionType)];
  if (own === undefined) {
    note("ActionType", `There is no action ${String(ActionType)} here.`);
    return null;
  }
  const action = Object.fromEntries(
    own.filter((name) => isSaid(integration[name])).map((name) => [name, integration[name]]),
  );
  for (const name of FOLLOWS) {
    if (isSaid(integration[name])) note(name, "It follows from the event here.");
  }
  for (const [name, value] of Object.entries(integration)) {
    if (isSaid(value) && !KNOWN.has(name)) note(name, "Rules here have nothing of the kind.");
  }
  const isQueue = ActionType !== "Ignore";
  const eventId = String(action["EventId"]);
  if (isQueue && !events.has(eventId)) {
    if (event === undefined) {
      note("EventId", `You have no event ${eventId}. Name one by --event.`);
      return null;
    }
    note("EventId", `It leads to ${event} instead of ${eventId}.`);
    action["EventId"] = event;
  }
  // The API checks what is in it, and says what is wrong.
  return {
    ...{ name: String(Name), actionType: ActionType, triggers: withoutNull(Triggers) },
    ...(ActionType === "Queue" && isSaid(Lane) ? { lane: Lane } : {}),
    action: isQueue ? action : {},
  } as RuleInput;
}

const isSaid = (value: unknown) => value !== undefined && value !== null;

/** What a condition does not use is left out. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNull(one)]));
}
