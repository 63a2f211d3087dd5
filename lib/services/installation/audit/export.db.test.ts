import { afterAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { createTestCustomer } from "@/test/customer";
import { exportAudit } from "./export";

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
  for await (const piece of await exportAudit(context, input)) text += piece;
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
  expect(title).toBe("at,actor,verb,summary,details,id,link");
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
