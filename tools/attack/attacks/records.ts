import { db } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";
import type { ServiceContext } from "@/lib/services/ground/context";
import { checkAudit } from "@/lib/services/installation/audit/head";
import { until } from "@/tools/shared/time";
import { form, newClaim } from "../../shared/ask";
import { attacksOn, isTaken, tryEach } from "../attack";
import { ConsoleBrowser } from "../console-browser";
import { becomeCustomer, lineOf, openJoinableEvent, SALE } from "../people";

async function waitForLinks({ customer }: ServiceContext): Promise<void> {
  const where = { customerId: customer.id };
  const isLinked = async () => {
    const waiting = await db().auditEntry.count({ where: { ...where, seq: null } });
    return waiting === 0 && (await db().auditLink.count({ where })) > 0;
  };
  await until("the worker has linked the log", isLinked, 60_000);
}

async function withLog(): Promise<ServiceContext> {
  const context = await becomeCustomer();
  for (const eventId of ["one", "two", "three"]) await createEvent(context, { ...SALE, eventId });
  await waitForLinks(context);
  return context;
}

async function honestLog(): Promise<void> {
  const { firstBad, entries } = await checkAudit(await withLog());
  if (firstBad !== null || entries < 3) throw new Error("A log that nobody touched is not whole.");
}

const HOSTILE_DRAWINGS = [
  '<a.b:script xmlns:a.b="http://www.w3.org/2000/svg">alert(1)</a.b:script>',
  '<ä:script xmlns:ä="http://www.w3.org/2000/svg">alert(1)</ä:script>',
  '<x:body xmlns:x="http://www.w3.org/1999/xhtml" onload="alert(1)"/>',
  "<![CDATA[<script>alert(1)</script>]]>",
  "<script>alert(1)</script>",
  '<image href="https://elsewhere.example/pixel.png"/>',
];

function upload(context: ServiceContext, inside: string) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
  return uploadAsset(context, { kind: "logo", base64: Buffer.from(drawing).toString("base64") });
}

async function honestDrawing(): Promise<void> {
  await upload(await becomeCustomer(), '<path d="M0 0h9v9z" fill="red"/>');
}

export const RECORD_ATTACKS = [
  ...attacksOn(honestLog, {
    "S31-rewritten-log: Whoever can write to Postgres has a rewritten audit log linked anew":
      async () => {
        const context = await withLog();
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
        const found = firstBad === null ? "nothing, as if it were whole" : firstBad.reason;
        return { succeeded: firstBad === null, seen: `Found: ${found}.` };
      },
  }),
  ...attacksOn(honestDrawing, {
    "S35-drawn-program: A customer stores a logo that is a program": async () => {
      const context = await becomeCustomer();
      return tryEach(HOSTILE_DRAWINGS, (inside) => isTaken(upload(context, inside)));
    },
  }),
  ...attacksOn(openJoinableEvent, {
    "S36-pass-in-clear: A link lowers the target to http, so that the pass travels in clear":
      async (target) => {
        const line = lineOf(target, await openJoinableEvent(target));
        const browser = new ConsoleBrowser(target.waitingRoomUrl);
        const claim = newClaim();
        const joined = await browser.ask(line.join, form({ joinId: newClaim() }));
        if (joined.status !== 200 || browser.cookies.size === 0)
          throw new Error(`A visitor got no place: ${joined.status} ${joined.body.slice(0, 300)}`);
        let led: string | undefined;
        const isLetIn = async () => {
          const asked = form({ t: "http://shop.example/tickets?a=b", claim });
          const { body } = await browser.ask(line.enter, asked);
          led = /"(https?:[^"]*shop\.example[^"]*)"/.exec(body)?.[1];
          return led !== undefined;
        };
        await until("a visitor is let in", isLetIn, 60_000);
        const { origin, protocol } = new URL(led ?? "");
        return { succeeded: protocol === "http:", seen: `The pass went to ${origin}.` };
      },
  }),
];
