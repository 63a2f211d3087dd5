import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createCustomerWithSale, createTestCustomer } from "@/test/customer";
import { exportAudit } from "./export";
import type { AuditView } from "./list";

afterAll(disconnectDb);

/** More than two pages of the export, and the third is not full. */
const COUNT = 2_345;

let context: ServiceContext;
let stranger: ServiceContext;
beforeAll(async () => {
  [context, stranger] = [await createCustomerWithSale(), await createTestCustomer()];
  await db().auditEntry.deleteMany({ where: { customerId: context.customer.id } });
  // Entries of two customers take turns, and their times say nothing about their order.
  await db().$executeRaw`
    INSERT INTO "AuditEntry" ("id", "customerId", "actorType", "actorId", "actorName", "verb", "subject", "summary", "details", "at")
    SELECT 'aud_' || gen_random_uuid(), customer, 'user', CASE WHEN n % 2 = 0 THEN 'usr_ana' ELSE 'usr_ben' END, 'Ana',
      CASE WHEN n % 3 = 0 THEN 'rule.update' ELSE 'event.pause' END, 'thing ' || n % 5, 'Ana did no. ' || n || ' "so"',
      CASE WHEN n % 2 = 0 THEN '{"eventId":"sale"}'::jsonb ELSE '{}'::jsonb END,
      '2026-03-01T00:00:00Z'::timestamptz AT TIME ZONE 'UTC' + make_interval(hours => n * 7919 % 480)
    FROM generate_series(1, ${COUNT}::int) AS n, unnest(${[context.customer.id, stranger.customer.id]}::text[]) AS customer
    ORDER BY n`;
});

/** All entries of the customer, in the order in which they were written. */
function written() {
  return db().auditEntry.findMany({
    where: { customerId: context.customer.id },
    orderBy: { number: "asc" },
  });
}

async function exported(input: Parameters<typeof exportAudit>[1]): Promise<string> {
  let text = "";
  for await (const piece of (await exportAudit(context, input)).pieces) text += piece;
  return text;
}

const read = (json: string): readonly AuditView[] => JSON.parse(json);

/** The cells of a file by lines (RFC 4180): all are quoted here. */
function readCsv(text: string): readonly (readonly string[])[] {
  const [, ...lines] = text.split("\r\n").slice(0, -1);
  return lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = ""]) =>
      cell.replaceAll('""', '"'),
    ),
  );
}

type Filter = Omit<Parameters<typeof exportAudit>[1], "format">;

async function idsOf(filter: Filter): Promise<readonly string[]> {
  const ids = read(await exported({ format: "json", ...filter })).map(({ id }) => id);
  const rows = readCsv(await exported({ format: "csv", ...filter }));
  expect(rows.map((cells) => cells[5])).toEqual(ids);
  return ids;
}

describe("an export of several pages", () => {
  test("has every entry once, in the order of writing, whole, and none of another customer", async () => {
    const rows = await written();
    expect(rows).toHaveLength(COUNT);
    const entries = read(await exported({ format: "json" }));
    expect(entries.map(({ id, at, summary, details }) => ({ id, at, summary, details }))).toEqual(
      rows.map(({ id, at, summary, details }) => ({ id, at: at.toISOString(), summary, details })),
    );
    expect(readCsv(await exported({ format: "csv" }))).toEqual(
      rows.map(({ at, actorName, verb, summary, details, id }) => [
        ...[at.toISOString(), actorName, verb, summary, JSON.stringify(details), id, "", "", ""],
      ]),
    );
  });

  type Row = Awaited<ReturnType<typeof written>>[number];
  const day = ({ at }: Row) => at.toISOString().slice(0, 10);
  const filters: [Filter, (row: Row) => boolean][] = [
    [{ actor: "usr_ben" }, ({ actorId }) => actorId === "usr_ben"],
    [{ area: "events" }, ({ verb }) => verb === "event.pause"],
    [{ eventId: "sale" }, ({ details }) => JSON.stringify(details).includes("sale")],
    [{ from: "2026-03-03" }, (row) => day(row) >= "2026-03-03"],
    [{ until: "2026-03-17" }, (row) => day(row) <= "2026-03-17"],
    [{ search: "DID NO. 1" }, ({ summary }) => summary.includes("did no. 1")],
    [
      { area: "events", actor: "usr_ana", eventId: "sale", from: "2026-03-02", search: "did" },
      (row) => row.verb === "event.pause" && row.actorId === "usr_ana" && day(row) > "2026-03-01",
    ],
  ];
  test.each(filters)("keeps to the filter of the page: %j", async (filter, isWanted) => {
    const wanted = (await written()).filter(isWanted).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(500);
    expect(wanted.length).toBeLessThan(COUNT);
    expect(await idsOf(filter)).toEqual(wanted);
  });
});

describe("what is written while an export runs", () => {
  const add = (id: string) => {
    const { customer, actor } = context;
    const by = { customerId: customer.id, actorType: "user", actorId: actor.id, actorName: "Ana" };
    const data = {
      ...by,
      verb: "event.stop",
      subject: "evt_1",
      summary: "Ana stopped",
      details: {},
    };
    return db().auditEntry.create({ data: { id, ...data } });
  };

  test.each(["csv", "json"] as const)(
    "comes once and last, and the %s stays whole",
    async (format) => {
      const before = (await written()).map(({ id }) => id);
      const added: string[] = [];
      let text = "";
      let pieces = 0;
      for await (const piece of (await exportAudit(context, { format })).pieces) {
        text += piece;
        pieces += 1;
        // A piece of CSV is a page, a piece of JSON an entry.
        if (pieces % (format === "csv" ? 1 : 800) !== 0 || added.length === 2) continue;
        const { id } = await add(`aud_${crypto.randomUUID()}`);
        added.push(id);
      }
      expect(added).toHaveLength(2);
      const rows =
        format === "csv" ? readCsv(text).map((cells) => cells[5]) : read(text).map(({ id }) => id);
      expect(rows).toEqual([...before, ...added]);
    },
  );

  test("does not keep it from ending, however much it is", async () => {
    let pages = 0;
    for await (const _page of (await exportAudit(context, { format: "csv" })).pieces) {
      pages += 1;
      if (pages > 10) break;
      await add(`aud_${crypto.randomUUID()}`);
    }
    // The line of titles, and three pages.
    expect(pages).toBe(4);
  });
});
