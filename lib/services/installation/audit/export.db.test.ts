import { afterAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { sourceOf } from "@/lib/services/ground/act-source";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { createTestCustomer } from "@/test/customer";
import { exportAudit } from "./export";
import { listAudit } from "./list";

afterAll(disconnectDb);

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});

async function write(name: string, verb: "event.pause" | "event.stop", summary: string) {
  const by = { ...context, actor: { ...context.actor, name } };
  await db().$transaction((tx) => recordAudit(tx, by, { verb, subject: "evt_1", summary }));
}

async function exported(input: Parameters<typeof exportAudit>[1]): Promise<string> {
  let text = "";
  for await (const piece of (await exportAudit(context, input)).pieces) text += piece;
  return text;
}

test.each(["=", "+", "-", "@", "\t", "\r", "\n"])(
  "a name that begins with %j is no formula in a spreadsheet, and its quotes stay in their cell",
  async (sign) => {
    await write(`${sign}HYPERLINK("https://evil.example","x")`, "event.pause", "paused Sale");
    const [, ...lines] = (await exported({ format: "csv" })).split("\r\n");
    const [, actor = ""] = /^"[^"]*",("(?:[^"]|"")*"),/.exec(lines.join("\r\n")) ?? [];
    expect(actor).toBe(`"'${sign}HYPERLINK(""https://evil.example"",""x"")"`);
  },
);

test("both forms hold what the filter lets through, the oldest first, and JSON is one array", async () => {
  await write("Ana", "event.pause", "paused Sale");
  await write("Ben", "event.stop", "stopped Sale");
  await write("Ana", "event.pause", "paused Fair");
  const all: readonly { summary: string }[] = JSON.parse(await exported({ format: "json" }));
  expect(all.map(({ summary }) => summary)).toEqual([
    "Ana paused Sale",
    "Ben stopped Sale",
    "Ana paused Fair",
  ]);
  const stops = { search: "STOPPED" };
  const [title, ...rows] = (await exported({ format: "csv", ...stops })).trim().split("\r\n");
  expect(title).toBe("at,actor,verb,summary,details,id,link,session,network");
  expect(rows).toEqual([expect.stringContaining('"Ben","event.stop","Ben stopped Sale"')]);
  expect(JSON.parse(await exported({ format: "json", subject: "evt_2" }))).toEqual([]);
});

test.each([
  ["50%", "paused 50% off", "paused 500 off"],
  ["a_b", "paused a_b", "paused axb"],
  ["a\\b", "paused a\\b", "paused ab"],
])(
  "a search for %s finds those signs and takes none of them for a pattern",
  async (search, wanted, other) => {
    await write("Ana", "event.pause", wanted);
    await write("Ana", "event.pause", other);
    const found: readonly { summary: string }[] = JSON.parse(
      await exported({ format: "json", search }),
    );
    expect(found.map(({ summary }) => summary)).toEqual([`Ana ${wanted}`]);
  },
);

test("an act says from which network and session it came, and never the whole of either", async () => {
  const source = sourceOf({ sessionId: "ses_0123456789abcdefghij", address: "203.0.113.77" });
  const by = { ...context, source };
  const what = { verb: "event.pause", subject: "evt_1" } as const;
  await db().$transaction((tx) =>
    recordAudit(tx, by, { ...what, summary: "paused Sale", details: { message: "Back at ten" } }),
  );
  await write("Ben", "event.pause", "paused Fair");
  const { entries } = await listAudit(context, { session: "cdefghij" });
  expect(entries).toMatchObject([
    {
      summary: "Ana paused Sale",
      details: { message: "Back at ten" },
      source: { session: "cdefghij", network: "203.0.113.0/24" },
    },
  ]);
  const [, row = ""] = (await exported({ format: "csv", session: "cdefghij" })).split("\r\n");
  expect(row).toMatch(/,"cdefghij","203\.0\.113\.0\/24"$/);
  const stored = await db().auditEntry.findFirstOrThrow({ where: { id: entries[0]?.id ?? "" } });
  expect(JSON.stringify(stored.details)).not.toMatch(/0123456789ab|203\.0\.113\.77/);
});

test("what a second person approves comes from where that one is, not from the requester", async () => {
  const approver = { type: "user", id: "usr_ben", name: "Ben" } as const;
  const source = sourceOf({ sessionId: "ses_of-ben-0000", address: "2001:db8:7:1::9" });
  const approved = { ...context, source, approval: { id: "apr_1", approver } };
  const what = { subject: "evt_1", summary: "stopped Sale" };
  await db().$transaction(async (tx) => {
    await recordAudit(tx, approved, { ...what, verb: "event.stop" });
    await recordAudit(tx, { ...approved, actor: approver }, { ...what, verb: "approval.approve" });
  });
  const { entries } = await listAudit(context, { subject: "evt_1" });
  expect(entries.map(({ actor, source: from }) => [actor.name, from?.network])).toEqual([
    ["Ben", "2001:db8:7::/48"],
    ["Ana", undefined],
  ]);
});
