import { readFile } from "node:fs/promises";
import { Command } from "commander";
import type { Operations } from "@/client/src/generated/types";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "../terminal";
import { operating } from "./operate";
import { coloured, withoutControls } from "./render";

const SIGNS = { added: "+", removed: "-", changed: "~", moved: "↕" } as const;
const COLOURS = { added: "green", removed: "red", changed: "yellow", moved: "dim" } as const;

/** `stanchion rules diff`: what publishing would change. */
export function rulesDiffCommand(terminal: Terminal): Command {
  const command = new Command("diff").description("Shows what publishing would change.");
  return operating(command, terminal, async (client) => {
    const answer = await client.getUnpublishedChanges();
    const lines = answer.differences.flatMap(({ kind, name, fields }) => [
      coloured(withoutControls(`${SIGNS[kind]} ${name}`), COLOURS[kind]),
      ...fields.map(({ label, before, after }) =>
        withoutControls(`    ${label}: ${before ?? "–"} → ${after ?? "–"}`),
      ),
    ]);
    return { answer, lines: lines.length === 0 ? ["Nothing to publish."] : lines };
  });
}

/** `stanchion rules export`: the published rules as public KnownUser connectors read them. */
export function rulesExportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .description("Prints the published rules as an integration config of Queue-it.")
    .option("--version <number>", "another than the newest");
  return operating(command, terminal, async (client, { version }: { version?: string }) => {
    const { items } = await client.listPublications({ limit: 1 });
    const wanted = version === undefined ? items[0]?.version : Number(version);
    if (wanted === undefined) throw new ExpectedFailure("Nothing is published yet.");
    const { config, text } = await client.getPublication({ version: wanted });
    return { answer: config, lines: [text] };
  });
}

type RuleInput = Operations["createRule"]["input"]["rule"];
type FiledRule = { readonly id?: unknown; readonly name: string };

/** `stanchion rules push FILE`: what `rules list --json` printed, or written by hand. Publishes nothing. */
export function rulesPushCommand(terminal: Terminal): Command {
  const command = new Command("push")
    .description("Creates and changes rules as a file says, by id or name. Publishes nothing.")
    .argument("<file>", "what `rules list --json` prints");
  return operating(command, terminal, async (client, file: string) => {
    const rules = readRules(await readFile(file, "utf8").catch(() => unreadable(file)), file);
    const known: Operations["listRules"]["output"]["items"] = [];
    for await (const rule of client.each("listRules")) known.push(rule);
    const answer = { created: 0, changed: 0 };
    for (const filed of rules) {
      const found = known.find(({ id, name }) => id === filed.id || name === filed.name);
      // The API checks what is in the file, and says what is wrong.
      const rule = inputOf(filed) as RuleInput;
      if (found === undefined) await client.createRule({ rule });
      else await client.updateRule({ ruleId: found.id, rule, seen: found.seen });
      answer[found === undefined ? "created" : "changed"] += 1;
    }
    const told = `Created ${answer.created}, changed ${answer.changed}. See: stanchion rules diff`;
    return { answer, lines: [told] };
  });
}

function unreadable(file: string): never {
  throw new ExpectedFailure(`${file} can't be read.`);
}

function readRules(text: string, file: string): readonly FiledRule[] {
  try {
    const value: { items?: FiledRule[] } | FiledRule[] = JSON.parse(text);
    const rules = Array.isArray(value) ? value : value.items;
    if (rules?.every(({ name }) => typeof name === "string")) return rules;
  } catch {
    // Told below.
  }
  throw new ExpectedFailure(
    `${file} has no rules. It is JSON, as \`rules list --json\` prints it.`,
  );
}

const INPUT = ["name", "actionType", "action", "alwaysWait", "lane", "triggers"];

/** What is answered about a rule and not asked for is left out; so is what is null, as the API does not ask for that. */
function inputOf(rule: FiledRule): unknown {
  const entries = Object.entries(rule).filter(([name]) => INPUT.includes(name));
  return withoutNull(Object.fromEntries(entries));
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNull(one)]));
}
