import { expect, test } from "vitest";
import { EVENT_KEYS } from "@/lib/line/event-keys";
import { HASHES } from "@/lib/line/schema";
import { projectPath } from "@/tools/stack/paths";
import { type AfterLoss, KEYS_AFTER_LOSS } from "./after-loss";

const HEAD = `# The line in Redis

After this page you can find your way in an event's keys, and know what becomes of each when Redis loses its last seconds. Made from
\`lib/line/event-keys.ts\`, which has each type and format; \`npx vitest run --project unit tools/checks/lua -u\` writes it anew.

Each key begins with \`wr:{customerId:eventId:incarnation}:\`, so that an event lies in one slot of a Redis Cluster. Older events have no
incarnation.
`;

/** The beginning of a meaning, up to its details. */
const briefly = (meaning: string): string => meaning.split(/[:;] /)[0] ?? meaning;

function keysTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const afterLoss: Readonly<Record<string, AfterLoss>> = KEYS_AFTER_LOSS;
  const rows = Object.entries(EVENT_KEYS).map(([key, { suffix, meaning }]) =>
    line([`\`${suffix}\``, briefly(meaning), afterLoss[key]?.text ?? ""]),
  );
  return [line(["Key", "Holds", "After a loss"]), line(["---", "---", "---"]), ...rows].join("\n");
}

test("docs/line-data.md says what the schema declares", async () => {
  const hashes = Object.keys(HASHES).map((name) => `\`${name}\``);
  const fields = `The fields of ${hashes.join(", ")}, with type, unit, writer and meaning, are declared in \`lib/line/schema.ts\`.\nA field per lane is \`name\` for lane 0, \`name.1\` for lane 1. What becomes of each field after a loss says\n\`tools/checks/lua/after-loss.ts\`, which a test compares with what the scripts write.`;
  const text = [`${HEAD}\n${keysTable()}`, fields].join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot(projectPath("docs/line-data.md"));
});
