import { expect, test } from "vitest";
import { EVENT_KEYS, HASHES } from "@/lib/line/schema";
import type { Field } from "@/lib/line/schema-field";
import { projectPath } from "@/tools/stack/paths";

const HEAD = `# What the line keeps in Redis

Made from \`lib/line/schema.ts\`; a test fails when this page is out of date, and
\`npx vitest run --project unit tools/checks/lua -u\` writes it anew.

## Keys of an event

Each begins with \`wr:{customerId:eventId}:\`, so that one event lies in one slot of a Redis Cluster.
`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function keysTable(): string {
  const rows = Object.values(EVENT_KEYS).map(({ suffix, type, meaning }) => {
    return [`\`${suffix}\``, type, meaning];
  });
  return table(["Key", "Type", "Holds"], rows);
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
  const text = [`${HEAD}\n${keysTable()}`, lanes, ...hashes].join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot(projectPath("docs/line-data.md"));
});
