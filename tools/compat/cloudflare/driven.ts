import type Cloudflare from "cloudflare";
import type { Trials } from "../trials";

/** An installation that Cloudflare's client drives. */
export type Driven = {
  readonly client: Cloudflare;
  readonly zone: string;
  readonly trials: Trials;
  /** Each operation that was called, by its name in the client. */
  readonly called: Set<string>;
};

/** One trial of an operation. */
export async function tryOne(
  { trials, called }: Driven,
  operation: string,
  run: () => Promise<void>,
): Promise<void> {
  called.add(operation);
  await trials.try(operation, run);
}

/** A room as their documentation creates one. */
export const ROOM = {
  ...{ name: "shop_waiting_room", host: "shop.example.com", path: "/shop" },
  ...{ total_active_users: 300, new_users_per_minute: 250 },
};

export async function newRoom(
  { client, zone }: Driven,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const room = await client.waitingRooms.create({ zone_id: zone, ...ROOM, ...more });
  const id = room?.id;
  if (id === undefined) throw new Error("The room has no id.");
  return id;
}
