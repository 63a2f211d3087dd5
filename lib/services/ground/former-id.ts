import { createHash } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { SettingValues } from "@/lib/domain/event/settings/table";
import { LINE } from "@/lib/domain/line/rates";
import { seatMsOf } from "@/lib/domain/line/seat";
import { ServiceError } from "./errors";
import { settingsOf } from "./setting-columns";

/** Connectors and rooms may go on so long by what they knew before a deletion. */
const HEARD_MS = 10 * 60_000;
/** What a browser remembers of a customer is over after so long. */
const CUSTOMER_MS = 60 * 60_000;

/** An id on the wire: of an event, or of a customer where it names no event. */
type WireName = { readonly customerId: string; readonly eventId?: string };

/** An id that was used before. */
export type FormerUse = { readonly deletedAt: Date; readonly freeAt: Date };

type IssuedBy = Pick<Event, "settings" | "currentRun" | "passesUntil">;

/** For how long what an event has issued may be shown to a site: a queue token, then the session. */
export function passesLastMs(
  event: Pick<SettingValues, "sessionMinutes" | "queueTokenValiditySeconds">,
): number {
  return seatMsOf(event) + LINE.renewMs;
}

/** When nothing of an event that is deleted now can be shown to a site any more. */
export function passesOverAt(event: IssuedBy, deletedAt: Date): Date {
  if (event.currentRun === 0) return deletedAt;
  const lastMs =
    deletedAt.getTime() +
    HEARD_MS +
    passesLastMs(settingsOf(event, "sessionMinutes", "queueTokenValiditySeconds"));
  return new Date(Math.max(lastMs, event.passesUntil?.getTime() ?? 0));
}

/** Notes that an event's id is not free before what it issued is over. */
export function retireEventId(
  tx: Tx,
  name: Required<WireName>,
  event: IssuedBy,
  deletedAt: Date,
): Promise<Date> {
  return retire(tx, name, { deletedAt, freeAt: passesOverAt(event, deletedAt) });
}

/** The same for the id of a customer that is deleted with these events, and for theirs. */
export async function retireCustomerId(
  tx: Tx,
  customerId: string,
  events: readonly (IssuedBy & Pick<Event, "wireId">)[],
  deletedAt = new Date(),
): Promise<void> {
  let freeAtMs = deletedAt.getTime() + CUSTOMER_MS;
  for (const event of events) {
    const named = { customerId, eventId: event.wireId };
    const freeAt = await retireEventId(tx, named, event, deletedAt);
    freeAtMs = Math.max(freeAtMs, freeAt.getTime());
  }
  await retire(tx, { customerId }, { deletedAt, freeAt: new Date(freeAtMs) });
}

/** Who had the id before; null where nobody did. */
export function findFormerUse(tx: Tx, name: WireName): Promise<FormerUse | null> {
  return tx.formerId.findUnique({ where: { nameHash: hashOf(name) } });
}

/** Throws `conflict` while browsers and sites may still hold something of a customer that had this id. */
export async function requireFreeCustomerId(tx: Tx, customerId: string): Promise<void> {
  const former = await findFormerUse(tx, { customerId });
  if (former === null || former.freeAt.getTime() <= Date.now()) return;
  const reason = `Visitors may still hold passes of a deleted customer with the ID ${customerId}. Choose another ID, or wait until ${freeFrom(former)}.`;
  throw new ServiceError("conflict", reason, { fields: { customerId: reason } });
}

async function retire(tx: Tx, name: WireName, use: FormerUse): Promise<Date> {
  const nameHash = hashOf(name);
  const held = await tx.formerId.findUnique({ where: { nameHash } });
  const freeAt = held !== null && held.freeAt > use.freeAt ? held.freeAt : use.freeAt;
  const data = { deletedAt: use.deletedAt, freeAt };
  await tx.formerId.upsert({ where: { nameHash }, create: { nameHash, ...data }, update: data });
  return freeAt;
}

/** Nothing of a deleted customer can be read here. */
function hashOf({ customerId, eventId = "" }: WireName): string {
  return createHash("sha256").update(`former-id ${customerId}/${eventId}`).digest("hex");
}

/** A time as it stands in a reason, to the minute above it. */
export function freeFrom({ freeAt }: FormerUse): string {
  const minute = new Date(Math.ceil(freeAt.getTime() / 60_000) * 60_000);
  return `${minute.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
