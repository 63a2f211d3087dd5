import { db } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";
import type { ServiceContext } from "@/lib/services/ground/context";
import { checkAudit } from "@/lib/services/installation/audit/head";
import { sleep } from "@/tools/shared/time";
import { form, newClaim } from "../../shared/ask";
import { type AttackResult, attacksOn, isTaken, type Target } from "../attack";
import { becomeCustomer, openJoinableEvent } from "../attacker";
import { ConsoleBrowser } from "../console-browser";
import { honestVisitor } from "../honest";

const LINKED_MS = 60_000;
const ADMITTED_MS = 60_000;

/** Waits until the worker has linked everything of a customer's log. */
async function waitForLinks({ customer }: ServiceContext): Promise<void> {
  const endsAtMs = Date.now() + LINKED_MS;
  const where = { customerId: customer.id };
  for (;;) {
    const waiting = await db().auditEntry.count({ where: { ...where, seq: null } });
    const links = await db().auditLink.count({ where });
    if (waiting === 0 && links > 0) return;
    if (Date.now() > endsAtMs) throw new Error("The worker links nothing.");
    await sleep(500);
  }
}

async function withLog(target: Target): Promise<ServiceContext> {
  const context = await becomeCustomer(target);
  for (const eventId of ["one", "two", "three"]) {
    const targetUrl = "https://shop.example/tickets";
    await createEvent(context, { eventId, name: eventId, kind: "always-on", targetUrl });
  }
  await waitForLinks(context);
  return context;
}

async function honestLog(target: Target): Promise<void> {
  const { firstBad, entries } = await checkAudit(await withLog(target));
  if (firstBad !== null || entries < 3) throw new Error("A log that nobody touched is not whole.");
}

async function rewriteLog(target: Target): Promise<AttackResult> {
  const context = await withLog(target);
  const where = { customerId: context.customer.id };
  const first = await db().auditEntry.findFirstOrThrow({ where, orderBy: { number: "asc" } });
  await db().$transaction([
    db().auditLink.deleteMany({ where }),
    db().auditEntry.delete({ where: { id: first.id } }),
    db().$executeRaw`
      UPDATE "AuditEntry" SET "seq" = NULL, "tag" = NULL, "salts" = NULL, "digests" = NULL
      WHERE "customerId" = ${context.customer.id}`,
    db().$executeRaw`UPDATE "AuditKey" SET "bound" = NULL`,
  ]);
  await waitForLinks(context);
  const { firstBad } = await checkAudit(context);
  const seen =
    firstBad === null ? "The check says that it is whole." : `Found: ${firstBad.reason}.`;
  return { succeeded: firstBad === null, seen };
}

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

const HOSTILE_DRAWINGS = [
  '<a.b:script xmlns:a.b="http://www.w3.org/2000/svg">alert(1)</a.b:script>',
  '<ä:script xmlns:ä="http://www.w3.org/2000/svg">alert(1)</ä:script>',
  '<x:body xmlns:x="http://www.w3.org/1999/xhtml" onload="alert(1)"/>',
  "<![CDATA[<script>alert(1)</script>]]>",
  "<script>alert(1)</script>",
  '<image href="https://elsewhere.example/pixel.png"/>',
];

const upload = (context: ServiceContext, drawing: string) =>
  uploadAsset(context, { kind: "logo", base64: Buffer.from(drawing).toString("base64") });

async function honestDrawing(target: Target): Promise<void> {
  await upload(await becomeCustomer(target), svg('<path d="M0 0h9v9z" fill="red"/>'));
}

async function storeProgram(target: Target): Promise<AttackResult> {
  const context = await becomeCustomer(target);
  let stored = 0;
  for (const inside of HOSTILE_DRAWINGS) {
    if (await isTaken(upload(context, svg(inside)))) stored += 1;
  }
  return { succeeded: stored > 0, seen: `${stored} of ${HOSTILE_DRAWINGS.length} were stored.` };
}

/** Where a visitor is let in who asked for this address. */
async function letInAt(target: Target, asked: string): Promise<string> {
  const { customerId, eventId } = await openJoinableEvent(target, await becomeCustomer(target));
  const browser = new ConsoleBrowser(target.waitingRoomUrl);
  const line = `/line/${customerId}/${eventId}`;
  const claim = newClaim();
  const joined = await browser.ask(`${line}/join`, form({ joinId: newClaim() }));
  if (joined.status !== 200 || browser.cookies.size === 0) {
    throw new Error(`A visitor got no place: ${joined.status} ${joined.body.slice(0, 300)}`);
  }
  const endsAtMs = Date.now() + ADMITTED_MS;
  for (;;) {
    const { body } = await browser.ask(`${line}/enter`, form({ t: asked, claim }));
    const url = /"(https?:[^"]*shop\.example[^"]*)"/.exec(body)?.[1];
    if (url !== undefined) return url;
    if (Date.now() > endsAtMs) throw new Error(`Nobody was let in: ${body.slice(0, 600)}`);
    await sleep(500);
  }
}

async function lowerScheme(target: Target): Promise<AttackResult> {
  const led = await letInAt(target, "http://shop.example/tickets?a=b");
  const plain = new URL(led).protocol === "http:";
  return { succeeded: plain, seen: `The pass went to ${new URL(led).origin}.` };
}

/** What is stored and signed, by whoever may write or ask. */
export const RECORD_ATTACKS = [
  ...attacksOn(honestLog, {
    "S31-rewritten-log": [
      "Whoever can write to Postgres has a rewritten audit log linked anew",
      rewriteLog,
    ],
  }),
  ...attacksOn(honestDrawing, {
    "S35-drawn-program": ["A customer stores a logo that is a program", storeProgram],
  }),
  ...attacksOn(honestVisitor, {
    "S36-pass-in-clear": [
      "A link lowers the target to http, so that the pass travels in clear",
      lowerScheme,
    ],
  }),
];
