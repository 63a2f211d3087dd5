import { randomUUID } from "node:crypto";
import type { Permit } from "@/lib/domain/line/permit";
import { readStaffLink } from "@/lib/secrets/staff-link";
import { readForm } from "@/waiting-room/http/body";
import { type Exchange, HttpError, redirect, requireOwnPage } from "@/waiting-room/http/http";
import { type EventLine, REDIRECT_TYPES } from "@/waiting-room/line/event-line";
import { addressToBind, agentToBind, urlWithPass } from "@/waiting-room/visit/admission/admission";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, permitOf } from "@/waiting-room/visit/visit";

type Ids = readonly string[];

/** `GET /staff/{c}/{e}?link=`: a page with one button, so that a link preview lets nobody in. */
export async function staffPage(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const line = await findLine(context, ids[0], ids[1]);
  const text = exchange.query.get("link") ?? "";
  await requireStaffLink(context, line, text);
  requireOpen(line);
  sendMessage(exchange, "staff-link", line.settings, {
    action: {
      kind: "post",
      label: "Go past the line",
      path: exchange.link(exchange.path),
      fields: { link: text },
    },
  });
}

/** `POST /staff/{c}/{e}`: admits outside the cap, counted, and recorded under the link's id. */
export async function staffEnter(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  requireOwnPage(exchange);
  const form = await readForm(exchange);
  const line = await findLine(context, ids[0], ids[1]);
  const link = await requireStaffLink(context, line, form.get("link") ?? "");
  const permit = requireOpen(line);
  const queueId = randomUUID();
  const admittedAtMs = await line.admitOutside(permit, queueId, link.id).catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
  if (admittedAtMs === null) throw new HttpError("not-open");
  const customer = await context.customers.find(line.settings.customerId);
  const address = addressToBind(line, exchange);
  const userAgent = agentToBind(line, exchange);
  const redirectType = REDIRECT_TYPES[permit.way];
  const admission = { queueId, admittedAtMs, redirectType, address, userAgent };
  const url = line.settings.targetUrl;
  redirect(exchange, 303, urlWithPass(context, line, customer, { permit, url, admission }));
}

/** A pause holds no colleague: somebody has to see whether the site is well again. */
function requireOpen(line: EventLine): Permit<"staff-link"> {
  const permit = permitOf(line, "staff-link");
  if (permit !== null) return permit;
  throw new HttpError(
    line.settings.suspension === "hold" ? "on-hold" : "ended",
    undefined,
    line.settings,
  );
}

/** A link of a customer that cannot be read counts as revoked: a failure lets nobody in. */
async function requireStaffLink(context: ServerContext, line: EventLine, text: string) {
  const { settings: event } = line;
  const own = context.eventKeys.of(event);
  // Links of before events had keys are signed with a master key; events that can have none have an incarnation.
  const keys = event.incarnation === null ? [own, ...context.masters] : [own];
  const reading = readStaffLink(keys, event, { text, nowUnixSeconds: line.lineNow() / 1_000 });
  if (reading.status !== "valid") throw new HttpError("staff-link-invalid");
  const customer = await context.customers.find(event.customerId);
  if (customer?.revokedStaffLinks.includes(reading.claims.id) !== false) {
    throw new HttpError("staff-link-invalid");
  }
  return reading.claims;
}
