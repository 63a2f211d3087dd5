import { expect, test } from "vitest";
import { EVENT_KEYS } from "@/lib/line/event-keys";
import { HASHES } from "@/lib/line/schema";
import type { Field } from "@/lib/line/schema-field";
import { projectPath } from "@/tools/stack/paths";
import { type AfterLoss, FIELDS_AFTER_LOSS, KEYS_AFTER_LOSS } from "./after-loss";

const HEAD = `# What the line keeps in Redis

Made from \`lib/line/schema.ts\` and \`lib/line/event-keys.ts\`; a test fails when this page is out of date, and
\`npx vitest run --project unit tools/checks/lua -u\` writes it anew.

## Keys of an event

Each begins with \`wr:{customerId:eventId:incarnation}:\`, so that one event lies in one slot of a Redis Cluster. Events of before there were
incarnations have none there.
`;

const LOSSES = `## What becomes of the fields after a loss

A Redis that was restarted may have lost its last seconds. Made from \`tools/checks/lua/after-loss.ts\`; a test finds a script that
writes a key of which nothing is said here, and one that writes what is promised and does not promise it.`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function keysTable(): string {
  const rows = Object.entries(EVENT_KEYS).map(([name, { suffix, type, meaning }]) => {
    return [`\`${suffix}\``, type, meaning, afterLossOf(KEYS_AFTER_LOSS, name)];
  });
  return table(["Key", "Type", "Holds", "After a loss"], rows);
}

function afterLossOf(all: Readonly<Record<string, AfterLoss>>, name: string): string {
  return all[name]?.text ?? "";
}

/** What becomes of the fields of the line, those together that share it. */
function lossTable(): string {
  const byText = new Map<string, string[]>();
  for (const [field, { text }] of Object.entries(FIELDS_AFTER_LOSS))
    byText.set(text, [...(byText.get(text) ?? []), `\`${field}\``]);
  const rows = [...byText].map(([text, fields]) => [text, fields.join(", ")]);
  return table(["After a loss", "Fields"], rows);
}

function fieldsTable(fields: Readonly<Record<string, Field>>): string {
  const rows = Object.entries(fields).map(([name, { type, unit, perLane, writer, meaning }]) => [
    `\`${name}\`${perLane ? " (lane)" : ""}`,
    unit === undefined ? type : `${type}, ${unit}`,
    writer,
    meaning,
  ]);
  return table(["Field", "Type", "Written by", "Meaning"], rows);
}

test("docs/line-data.md says what the schema declares", async () => {
  const hashes = Object.entries(HASHES).map(([name, fields]) => {
    return `## Fields of \`${name}\`\n\n${fieldsTable(fields)}`;
  });
  const lanes =
    "A field marked *(lane)* exists once for each lane: the name alone for lane 0, `name.1` for lane 1.";
  const losses = `${LOSSES}\n\n${lossTable()}`;
  const text = [`${HEAD}\n${keysTable()}`, lanes, ...hashes, losses].join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot(projectPath("docs/line-data.md"));
});
