import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { migrateDatabase, readMigrations } from "@/lib/db/migrate/migrate";
import { SETTING_DEFAULTS, type SettingValues } from "@/lib/domain/event/settings/table";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { createTestCustomer } from "@/test/customer";
import { testDatabaseUrl } from "@/test/database";
import { createDatabase, queryPostgres } from "@/tools/stack/postgres";

afterAll(disconnectDb);

const MIGRATION = "20261127120000_keep_settings_as_json";

const lane = (key: string) => ({ key, name: key, weight: 50, fromRelativeQuality: null });

/** A value for each setting that the version before keeps in a column, none of them the default. */
const SET = {
  language: "de",
  preQueueMinutes: 30,
  timeZone: "Europe/Vienna",
  targetUrl: "https://shop.example/it's",
  allowedHosts: ["*.shop.example", "pay.example:8443"],
  apiOrigins: ["https://app.example"],
  frameOrigins: ["https://frame.example"],
  method: "random",
  queueAll: true,
  outflowPerMinute: 1_234,
  safetyNetPerMinute: 2_000,
  safetyNetActive: 70,
  activeCap: 80,
  unitsPerAdmission: 4,
  lanes: { mode: "weighted", defaultLane: "main", lanes: [lane("fans"), lane("main")] },
  lineLimit: 900,
  draw: { type: "drand" },
  inviteOnly: true,
  absenceMinutes: 7,
  admission: {
    ...{ share: { type: "percentage", percent: 50 }, holdSeconds: 300 },
    identity: { by: "browser" },
  },
  governor: { healthUrl: "https://shop.example/health", timeoutMs: 1_000 },
  afterEvent: { show: { kind: "page", message: "Thank you" }, protectedPages: "let-through" },
  queueTokenValiditySeconds: 300,
  bindsToAddress: true,
  sessionMinutes: 45,
  sessionMode: "fixed",
  cloudflareJson: true,
  turn: { confirm: "hidden", seconds: 90 },
  protection: UNPROTECTED,
  waitingStatusCode: 503,
  notices: { mail: true, push: false },
  brandName: "Acme",
  brandColour: "#112233",
} satisfies Partial<Record<keyof SettingValues, unknown>>;

/** Other values, as one form may send them together. */
const NEWER: SomeSettings = {
  ...{ language: "fr", timeZone: "Asia/Tokyo", targetUrl: "https://shop.example/b" },
  ...{ allowedHosts: [], apiOrigins: [], frameOrigins: ["https://b.example"] },
  ...{ method: "fifo", queueAll: false, outflowPerMinute: 60, safetyNetPerMinute: null },
  ...{ safetyNetActive: null, activeCap: 500, unitsPerAdmission: 2, lineLimit: null },
  ...{ draw: null, inviteOnly: false, absenceMinutes: 9, admission: null, governor: null },
  ...{ afterEvent: null, queueTokenValiditySeconds: 60, sessionMode: "sliding", turn: null },
  ...{ protection: null, waitingStatusCode: 200, notices: { mail: false, push: true } },
  ...{ brandName: "Other", brandColour: "#445566", bindsToAddress: false, sessionMinutes: 5 },
  ...{ cloudflareJson: false, lanes: SINGLE_LANE },
};

type Columns = Readonly<Record<string, unknown>>;

const nameOf = (column: string) => pg.escapeIdentifier(column);

/** How a program of the version before makes an event: by its columns. */
function insertStatement(columns: Columns): string {
  const names = Object.keys(columns).map(nameOf).join(", ");
  const row = pg.escapeLiteral(JSON.stringify(columns));
  return `INSERT INTO "Event" (${names}, "updatedAt")
    SELECT ${names}, now() FROM jsonb_populate_record(NULL::"Event", ${row}::jsonb)`;
}

/** And how it reads one. */
async function columnsOf(url: string, id: string): Promise<Columns> {
  const { rows } = await queryPostgres(
    url,
    `SELECT to_jsonb(one) AS "row" FROM "Event" AS one WHERE "id" = ${pg.escapeLiteral(id)}`,
  );
  return rows[0].row;
}

const identity = (id: string, customerId: string) => ({
  ...{ id, customerId, wireId: id, name: "Sale", kind: "always_on", schedules: [] },
});

const kept = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(SET, name)));

test("events of the version before have their settings after the migration", async () => {
  const url = await createDatabase(testDatabaseUrl(), `settings_${crypto.randomUUID()}`);
  const { migrationDirectories } = await readMigrations();
  const before = migrationDirectories.findIndex(({ path }) => path === MIGRATION);
  await migrateDatabase(url, before);
  await queryPostgres(
    url,
    `INSERT INTO "Customer" ("id", "wireId", "name") VALUES ('acme', 'acme', 'Acme')`,
  );
  const plain = { targetUrl: "https://shop.example/", brandName: "Acme", allowedHosts: [] };
  await queryPostgres(url, insertStatement({ ...identity("plain", "acme"), ...plain }));
  await queryPostgres(url, insertStatement({ ...identity("rich", "acme"), ...SET }));
  const updated = `SELECT "id", "updatedAt"::text FROM "Event" ORDER BY "id"`;
  const { rows: times } = await queryPostgres(url, updated);
  await migrateDatabase(url);
  const { rows } = await queryPostgres(url, `SELECT * FROM "Event" ORDER BY "id"`);
  const [poor, rich]: Event[] = rows;
  const others = { name: "Sale", kind: "always-on", theme: null, schedules: [] };
  expect(toSettingsInput(poor ?? expect.fail())).toEqual({
    ...SETTING_DEFAULTS,
    ...others,
    ...plain,
    // What a row has that is made without a word about bots.
    protection: null,
  });
  expect(kept(toSettingsInput(rich ?? expect.fail()))).toEqual(SET);
  // When a row last changed decides which schedule holds.
  expect((await queryPostgres(url, updated)).rows).toEqual(times);
});

describe("while programs of both versions write", () => {
  let context: ServiceContext;
  const url = testDatabaseUrl();
  const SALE = { eventId: "sale" };
  const made = {
    ...SALE,
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/",
  } as const;

  beforeAll(async () => {
    context = await createTestCustomer();
    await createEvent(context, made);
  });

  const row = (wireId = "sale") =>
    db().event.findFirstOrThrow({ where: { customerId: context.customer.id, wireId } });
  const change = async (assignments: string) =>
    queryPostgres(url, `UPDATE "Event" SET ${assignments} WHERE "id" = '${(await row()).id}'`);

  test("an event that the former makes is the same for the newer", async () => {
    const id = crypto.randomUUID().slice(0, 8);
    await queryPostgres(url, insertStatement({ ...identity(id, context.customer.id), ...SET }));
    expect(kept(toSettingsInput(await row(id)))).toEqual(SET);
  });

  test("each setting that the former changes is changed for the newer, and no other", async () => {
    for (const [name, value] of Object.entries(SET)) {
      const before = toSettingsInput(await row());
      const json = pg.escapeLiteral(JSON.stringify({ [name]: value }));
      const column = nameOf(name);
      await change(
        `${column} = (SELECT ${column} FROM jsonb_populate_record(NULL::"Event", ${json}::jsonb))`,
      );
      expect(toSettingsInput(await row())).toEqual({ ...before, [name]: value });
    }
  });

  test("each setting that the newer changes is changed for the former", async () => {
    const { id, name, schedules } = await row();
    await updateEvent(context, { ...SALE, ...NEWER });
    expect(await columnsOf(url, id)).toMatchObject({ name, schedules, ...NEWER });
    await setOutflow(context, { ...SALE, outflowPerMinute: 321 });
    expect(await columnsOf(url, id)).toMatchObject({ ...NEWER, outflowPerMinute: 321 });
  });

  test("an event that the newer makes has for the former what it would have written itself", async () => {
    await createEvent(context, { ...made, eventId: "other" });
    const { id } = await row("other");
    expect(await columnsOf(url, id)).toMatchObject({
      ...kept(SETTING_DEFAULTS),
      ...{ targetUrl: made.targetUrl, brandName: context.customer.name },
      // Nothing is null in its column.
      notices: null,
    });
  });

  test("what only the newer knows stays when the former writes, and when the newer does", async () => {
    await change(`"settings" = "settings" || '{"showsClock": true}'`);
    await change(`"outflowPerMinute" = 77`);
    await updateEvent(context, { ...SALE, activeCap: 9 });
    expect((await row()).settings).toMatchObject({ showsClock: true, outflowPerMinute: 77 });
    expect(await getEvent(context, SALE)).toMatchObject({ outflowPerMinute: 77, activeCap: 9 });
  });

  test("what is not there has its default, and what no verb writes is refused", async () => {
    await change(`"settings" = "settings" - 'absenceMinutes' - 'turn'`);
    expect(await getEvent(context, SALE)).toMatchObject({ absenceMinutes: null, turn: null });
    await change(`"settings" = "settings" || '{"outflowPerMinute": 0}'`);
    await expect(getEvent(context, SALE)).rejects.toThrow("outflowPerMinute 0");
    // Other tests repair all events of this database.
    await change(`"settings" = "settings" || '{"outflowPerMinute": 60}'`);
  });
});
