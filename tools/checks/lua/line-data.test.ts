import { expect, test } from "vitest";
import { EVENT_KEYS } from "@/lib/line/event-keys";
import { HASHES } from "@/lib/line/schema";
import { projectPath } from "@/tools/stack/paths";
import { type AfterLoss, FIELDS_AFTER_LOSS, KEYS_AFTER_LOSS } from "./after-loss";

const HEAD = `# The line in Redis

After this page you can find your way in an event's keys, and know what becomes of them after a loss. Made from
\`lib/line/event-keys.ts\`, which has each type and format; \`npx vitest run --project unit tools/checks/lua -u\` writes it anew.

## Keys of an event

Each begins with \`wr:{customerId:eventId:incarnation}:\`, so that an event lies in one slot of a Redis Cluster. Older events have no
incarnation.
`;

const LOSSES = `## After a loss

What becomes of keys and fields when Redis loses its last seconds. Made from \`tools/checks/lua/after-loss.ts\`, which a test compares with
what the scripts write.`;

/** The beginning of a meaning, up to its details. */
const briefly = (meaning: string): string => meaning.split(/[:;] /)[0] ?? meaning;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function keysTable(): string {
  const rows = Object.values(EVENT_KEYS).map(({ suffix, meaning }) => {
    return [`\`${suffix}\``, briefly(meaning)];
  });
  return table(["Key", "Holds"], rows);
}

/** What becomes of keys and of fields of the line, those together that share it. */
function lossTable(): string {
  const byText = new Map<string, string[]>();
  const add = (name: string, { text }: AfterLoss) =>
    byText.set(text, [...(byText.get(text) ?? []), `\`${name}\``]);
  const suffixes: Readonly<Record<string, { readonly suffix: string }>> = EVENT_KEYS;
  for (const [key, after] of Object.entries(KEYS_AFTER_LOSS))
    add(suffixes[key]?.suffix ?? key, after);
  for (const [field, after] of Object.entries(FIELDS_AFTER_LOSS)) add(field, after);
  const rows = [...byText].map(([text, names]) => [text, names.join(", ")]);
  return table(["After a loss", "Keys and fields"], rows);
}

test("docs/line-data.md says what the schema declares", async () => {
  const hashes = Object.keys(HASHES).map((name) => `\`${name}\``);
  const fields = `The fields of ${hashes.join(", ")}, with type, unit, writer and meaning, are declared in \`lib/line/schema.ts\`.\nA field per lane is \`name\` for lane 0, \`name.1\` for lane 1.`;
  const text = [`${HEAD}\n${keysTable()}`, fields, `${LOSSES}\n\n${lossTable()}`].join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot(projectPath("docs/line-data.md"));
});
