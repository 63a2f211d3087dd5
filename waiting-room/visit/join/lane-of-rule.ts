import type { EventSettings } from "@/lib/domain/event/settings";
import { joinedLanes, type Lanes } from "@/lib/domain/lane/lane";
import { readLaneRight } from "@/lib/domain/lane/lane-right";
import type { PublishedCustomer } from "@/lib/line/commands/published";
import type { Form } from "@/waiting-room/http/body";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** The lane that a rule of the site has sent a visitor into. */
export type LaneOfRule = {
  readonly lane: number;
  /** Names what the connector signed, which gives one place; empty where the rule's name is enough. */
  readonly rightId: string;
};

/**
 * The lane of the visitor's rule; null for the default. What a connector signed leads into any lane. A rule's name alone
 * can be typed by everybody, so it only leads into a lane that waits for the default one, or in a lottery to one
 * with no better chance.
 */
export async function laneOfRule(
  context: ServerContext,
  line: EventLine,
  form: Form,
): Promise<LaneOfRule | null> {
  const lanes = joinedLanes(line.settings);
  const [signed, rule] = [form.get("lane"), form.get("rule")];
  if (lanes.lanes.length === 1 || !(signed || rule)) return null;
  const customer = await context.customers.find(line.settings.customerId);
  const { ofCustomer, ofEvent } = context.secrets.verifyingSecrets(line.settings, customer);
  const { customerId, eventId } = line.settings;
  const right = readLaneRight(signed ?? "", {
    customerId,
    eventId,
    secrets: [...ofCustomer, ...ofEvent],
    nowMs: line.lineNow(),
    hmac: context.secrets.hmac,
  });
  if (right !== null) {
    const lane = indexOfLane(lanes, right.lane);
    return lane === -1 ? null : { lane, rightId: right.rightId };
  }
  if (!rule || customer === null) return null;
  const lane = indexOfLane(lanes, publishedLanes(customer).get(`${eventId} ${rule}`));
  return isNoBetter(line.settings, lane) ? { lane, rightId: "" } : null;
}

/** True for a lane in which nobody is let in before somebody of the default lane, or is likelier to be. */
function isNoBetter(settings: EventSettings, lane: number): boolean {
  const { mode, defaultLane, lanes } = joinedLanes(settings);
  const usual = lanes.findIndex(({ key }) => key === defaultLane);
  if (!settings.chances) return mode === "ordered" && lane > usual;
  const [own, other] = [lanes[lane], lanes[usual]];
  return own !== undefined && other !== undefined && own.weight <= other.weight;
}

function indexOfLane({ lanes }: Lanes, wanted: string | undefined): number {
  return lanes.findIndex(({ key }) => key === wanted);
}

type PublishedLanes = ReadonlyMap<string, string>;

/** The lanes of a customer's published rules, read once for each time that the customer was read. */
const lanesOf = new WeakMap<object, PublishedLanes>();

function publishedLanes(customer: Pick<PublishedCustomer, "config">): PublishedLanes {
  const known = lanesOf.get(customer) ?? readLanes(customer.config);
  lanesOf.set(customer, known);
  return known;
}

/** By event and name of the rule. */
function readLanes(config: string | null): PublishedLanes {
  if (config === null) return new Map();
  const { Integrations }: { Integrations: readonly Published[] } = JSON.parse(config);
  return new Map(
    Integrations.flatMap(({ Name, EventId, Lane }) =>
      Lane === undefined ? [] : [[`${EventId} ${Name}`, Lane]],
    ),
  );
}

type Published = {
  readonly Name: string;
  readonly EventId?: string | null;
  readonly Lane?: string;
};
