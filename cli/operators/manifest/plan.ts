import { sameValue } from "@/lib/domain/same-value";
import type { Request } from "./api";
import { changeEventStep, createEventStep, deleteEventStep } from "./event-step";
import type { Channel, KeyedState } from "./keyed-state";
import { orderedRules } from "./order-rules";
import type { Path } from "./read-yaml";
import type {
  AlertRuleEntry,
  ListEntry,
  Manifest,
  ThemeEntry,
  ThresholdEntry,
  WebhookEntry,
} from "./schema";
import type { RuleState, State } from "./state";
import { valueDifferences } from "./value-differences";

type KeyedThing = "list" | "theme" | "webhook" | "threshold" | "alert rule";
export type Thing = KeyedThing | "event" | "rule" | "rules";

/** One thing that has to be done, and that is done whole or not at all. */
export type Step = {
  readonly thing: Thing;
  readonly act: "create" | "change" | "delete" | "reorder" | "publish";
  /** Its name in the file; of a rule its name. */
  readonly key: string;
  readonly name: string;
  /** The state of an event. */
  readonly note?: string;
  /** What differs, in words. */
  readonly lines: readonly string[];
  /** What it does that somebody should know before. */
  readonly dangers: readonly string[];
  /** Null where what is sent depends on the steps before. */
  readonly request: Request | null;
};

export type Plan = {
  /** In the order in which they are carried out. */
  readonly steps: readonly Step[];
  /** What is there and not in the file, and stays. */
  readonly kept: readonly Pick<Step, "thing" | "key" | "name">[];
  /** Why the file cannot be carried out as things are. */
  readonly refusals: readonly { readonly path: Path; readonly message: string }[];
};

export type PlanOptions = {
  /** Whether what is not in the file is deleted. */
  readonly prune: boolean;
  readonly nowMs: number;
};

type Steps = { readonly steps: readonly Step[]; readonly removals: readonly Step[] };

/**
 * What has to be done so that everything is as the file says. Lists and themes come before the events that use them, events
 * before the webhooks, thresholds and rules that name them, and what is deleted goes the other way round. Empty where nothing differs.
 */
export function planChanges(manifest: Manifest, state: State, options: PlanOptions): Plan {
  const lists = keyedSteps(LISTS, manifest.lists, state.lists);
  const themes = keyedSteps(THEMES, manifest.themes, state.themes);
  const events = eventSteps(manifest, state, options.nowMs);
  const webhooks = keyedSteps(WEBHOOKS, manifest.webhooks, state.webhooks);
  const thresholds = keyedSteps(THRESHOLDS, manifest.thresholds, state.thresholds);
  const alertRules = keyedSteps(
    alertRulesTo(state.channels),
    manifest.alertRules,
    state.alertRules,
  );
  const rules = ruleSteps(manifest, state, options);
  const removals = [alertRules, thresholds, webhooks, events, themes, lists].flatMap(
    (part) => part.removals,
  );
  const unlisted = [...rules.removals, ...removals];
  return {
    steps: [
      ...[lists, themes, events, webhooks, thresholds, alertRules, rules].flatMap(
        ({ steps }) => steps,
      ),
      ...(options.prune ? rules.removals : []),
      ...rules.last,
      ...(options.prune ? removals : []),
    ],
    kept: options.prune ? [] : unlisted.map(({ thing, key, name }) => ({ thing, key, name })),
    refusals: [...archivedEvents(manifest, state), ...missingChannels(manifest, state)],
  };
}

function archivedEvents({ events = {} }: Manifest, { archived }: State): Plan["refusals"] {
  return Object.keys(events)
    .filter((eventId) => archived.includes(eventId))
    .map((eventId) => ({
      path: ["events", eventId],
      message: "This event is in the archive. Restore it first, or choose another ID.",
    }));
}

const NOTHING: Steps = { steps: [], removals: [] };

/** How the API has things that the file names by a key. */
type Kind<Entry> = {
  readonly thing: KeyedThing;
  readonly path: string;
  readonly nameOf: (key: string, entry: Entry) => string;
  /** What is sent of an entry, beside the key or the version that was read. */
  readonly bodyOf: (key: string, entry: Entry) => object;
  readonly keyName?: "key";
  /** What deleting one does. */
  readonly danger?: string;
};

const LISTS: Kind<ListEntry> = {
  ...{ thing: "list", path: "/address-lists", keyName: "key" },
  nameOf: (_, { name }) => name,
  bodyOf: (_, entry) => entry,
  danger: "rules of events that name it find nobody in it",
};

const THEMES: Kind<ThemeEntry> = {
  ...{ thing: "theme", path: "/themes", keyName: "key" },
  nameOf: (_, { name }) => name,
  bodyOf: (_, entry) => entry,
};

const WEBHOOKS: Kind<WebhookEntry> = {
  ...{ thing: "webhook", path: "/webhooks" },
  nameOf: (key) => key,
  bodyOf: (name, entry) => ({ name, ...entry }),
  danger: "messages that wait to be sent to it are lost",
};

const THRESHOLDS: Kind<ThresholdEntry> = {
  ...{ thing: "threshold", path: "/thresholds" },
  nameOf: (key) => key,
  bodyOf: (name, entry) => ({ name, ...entry }),
};

/** `missingChannels` has seen to it that there are these channels. */
function alertRulesTo(channels: readonly Channel[]): Kind<AlertRuleEntry> {
  const idOf = new Map(channels.map(({ id, name }) => [name, id]));
  return {
    ...{ thing: "alert rule", path: "/alert-rules" },
    nameOf: (key) => key,
    bodyOf: (name, { channels: names, ...entry }) => {
      return { name, ...entry, channelIds: names.map((one) => idOf.get(one) ?? one) };
    },
    danger: "nobody is notified by it any more",
  };
}

function missingChannels({ alertRules = {} }: Manifest, { channels }: State): Plan["refusals"] {
  const known = new Set(channels.map(({ name }) => name));
  return Object.entries(alertRules).flatMap(([rule, entry]) =>
    entry.channels.flatMap((name, index) => {
      if (known.has(name)) return [];
      const path = ["alertRules", rule, "channels", index];
      return [{ path, message: `There is no alert channel “${name}”. Create it first.` }];
    }),
  );
}

function keyedSteps<Entry extends object>(
  kind: Kind<Entry>,
  wanted: Readonly<Record<string, Entry>> | undefined,
  there: readonly KeyedState<Entry>[] | null,
): Steps {
  if (wanted === undefined || there === null) return NOTHING;
  const { thing, path, nameOf, bodyOf, keyName, danger } = kind;
  const known = new Map(there.map((one) => [one.key, one]));
  return {
    steps: Object.entries(wanted).flatMap(([key, entry]): Step[] => {
      const before = known.get(key);
      const step = { thing, key, name: nameOf(key, entry), dangers: [] };
      if (before === undefined) {
        const body = {
          ...(keyName === undefined ? {} : { [keyName]: key }),
          ...bodyOf(key, entry),
        };
        return [{ ...step, act: "create", lines: [], request: { method: "POST", path, body } }];
      }
      if (sameValue(before.entry, entry)) return [];
      const lines = valueDifferences(before.entry, entry);
      const body = { ...bodyOf(key, entry), seenVersion: before.version };
      const at = { path: `${path}/${before.id}`, ifMatch: before.etag };
      return [{ ...step, act: "change", lines, request: { method: "PUT", body, ...at } }];
    }),
    removals: there
      .filter(({ key }) => !Object.hasOwn(wanted, key))
      .map(({ key, entry, ...one }) => ({
        ...{ thing, act: "delete", key, name: nameOf(key, entry), lines: [] },
        dangers: danger === undefined ? [] : [danger],
        request: remove(path, one),
      })),
  };
}

function remove(path: string, { id, etag }: Pick<RuleState, "id" | "etag">) {
  return { method: "DELETE", path: `${path}/${id}`, body: {}, ifMatch: etag } as const;
}

function eventSteps({ events: wanted }: Manifest, state: State, nowMs: number): Steps {
  const { events: there, customerName } = state;
  if (wanted === undefined || there === null) return NOTHING;
  const known = new Map(there.map((event) => [event.eventId, event]));
  return {
    steps: Object.entries(wanted).flatMap(([eventId, entry]): readonly Step[] => {
      const before = known.get(eventId);
      const one = { eventId, entry, customerName };
      if (before === undefined) return [createEventStep(one, nowMs)];
      const step = changeEventStep(before, one, nowMs);
      return step === null ? [] : [step];
    }),
    removals: there
      .filter(({ eventId }) => !Object.hasOwn(wanted, eventId))
      .map((event) => deleteEventStep(event)),
  };
}

type RuleSteps = Steps & { readonly last: readonly Step[] };

function ruleSteps(manifest: Manifest, state: State, { prune }: PlanOptions): RuleSteps {
  const { rules: wanted, publishRules } = manifest;
  const { rules: there, publication } = state;
  if (wanted === undefined || there === null) return { ...NOTHING, last: [] };
  const known = new Map(there.map((one) => [one.rule.name, one]));
  const steps = wanted.flatMap((rule): Step[] => {
    const before = known.get(rule.name);
    const step = { thing: "rule", key: rule.name, name: rule.name, dangers: [] } as const;
    if (before === undefined) {
      const lines = [`leads to ${eventOf(rule)}`];
      const request = { method: "POST", path: "/rules", body: { rule } } as const;
      return [{ ...step, act: "create", lines, request }];
    }
    if (sameValue(before.rule, rule)) return [];
    const lines = valueDifferences(before.rule, rule);
    return [{ ...step, act: "change", lines, request: replaceRule(before, rule) }];
  });
  const names = new Set(wanted.map(({ name }) => name));
  const removals = there
    .filter(({ rule }) => !names.has(rule.name))
    .map(({ rule, ...one }): Step => {
      const step = { thing: "rule", act: "delete", key: rule.name, name: rule.name } as const;
      return { ...step, lines: [], dangers: [], request: remove("/rules", one) };
    });
  const removed = prune ? removals.map(({ key }) => key) : [];
  const left = there.map(({ rule }) => rule.name).filter((name) => !removed.includes(name));
  const order = orderedRules(left, [...names]);
  const added = [...names].filter((name) => !left.includes(name));
  const isMoved = !sameValue([...left, ...added], order);
  const reorder = isMoved ? [reorderStep(order)] : [];
  const isEdited = steps.length + removed.length + reorder.length > 0;
  const isBehind = isEdited || publication?.hasChanges === true;
  return { steps, removals, last: [...reorder, ...(publishRules && isBehind ? [PUBLISH] : [])] };
}

function eventOf(rule: RuleState["rule"]): string {
  return rule.actionType === "Ignore" ? "no event" : rule.action.EventId;
}

function replaceRule({ id, seen, etag }: RuleState, rule: RuleState["rule"]): Request {
  return { method: "PUT", path: `/rules/${id}`, body: { rule, seen }, ifMatch: etag };
}

function reorderStep(order: readonly string[]): Step {
  return {
    ...{ thing: "rules", act: "reorder", key: "order", name: "the order of the rules" },
    lines: [order.join(", ")],
    dangers: [],
    request: null,
  };
}

const PUBLISH: Step = {
  ...{ thing: "rules", act: "publish", key: "publication", name: "the rules" },
  lines: [],
  dangers: ["connectors follow the new rules within seconds"],
  request: null,
};
