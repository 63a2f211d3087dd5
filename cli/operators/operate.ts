import { type Command, InvalidArgumentError } from "commander";
import type { Client } from "@/client/src/create-client";
import { StanchionError } from "@/client/src/stanchion-error";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "../terminal";
import { connect, findProfile } from "./connect";
import {
  plainFields,
  type Row,
  renderRecord,
  renderTable,
  renderYaml,
  withoutControls,
} from "./render";

/** How commands end. 64 stands for wrong usage everywhere. */
export const EXIT = { done: 0, refused: 1, approval: 3, unreachable: 4 } as const;

/** What a command found or did: the answer, and which of its fields a table shows. */
export type Told = {
  readonly answer: unknown;
  readonly columns?: readonly string[] | undefined;
  /** Instead of the table. */
  readonly lines?: readonly string[];
};

type CommonOptions = {
  readonly json?: true;
  readonly output?: "table" | "yaml" | "json";
  readonly pick?: string;
  readonly profile?: string;
};

/** Lets a command work with the client of a profile, and tells what came of it as its options say. */
export function operating<Args extends readonly unknown[]>(
  command: Command,
  terminal: Terminal,
  work: (client: Client, ...args: Args) => Promise<Told>,
): Command {
  return withOutput(command)
    .option("--profile <name>", "another one than the default of `stanchion login`")
    .action(async (...args) => {
      const { profile } = command.opts<CommonOptions>();
      // Commander gives the arguments in their order, then the options.
      const own = args as unknown as Args;
      await tell(command, terminal, async () =>
        work(await connect(await findProfile(profile)), ...own),
      );
    });
}

export function withOutput(command: Command): Command {
  return command
    .option("--json", "print the answer as one JSON object")
    .addOption(command.createOption("--output <form>", "how to print").choices(FORMS))
    .option("--pick <field>", "print this field alone, for scripts");
}

const FORMS = ["table", "yaml", "json"];

/** Tells an answer, or a refusal: with `--json` as an object, else in words on the error output. */
export async function tell(
  command: Command,
  terminal: Terminal,
  work: () => Promise<Told>,
): Promise<void> {
  const { json, output = json ? "json" : "table", pick } = command.opts<CommonOptions>();
  try {
    const told = await work();
    if (isAsked(told.answer)) terminal.ending = EXIT.approval;
    const lines = pick === undefined ? linesOf(told, output) : picked(told.answer, pick);
    for (const line of lines) terminal.print(line);
  } catch (error) {
    if (error instanceof InvalidArgumentError) command.error(error.message);
    if (!(error instanceof StanchionError)) throw error;
    tellRefusal(error, terminal, output === "json");
    terminal.ending = exitCodeOf(error);
  }
}

function tellRefusal(error: StanchionError, { print, note }: Terminal, isJson: boolean): void {
  const { code, message, errors, requestId } = error;
  if (isJson) {
    print(JSON.stringify({ error: { code, message, errors, requestId } }));
    return;
  }
  note(withoutControls(`${message} (${code})`));
  for (const { pointer, detail } of errors) note(withoutControls(`  ${pointer}: ${detail}`));
}

function exitCodeOf({ status }: StanchionError): number {
  const isAway = status === 0 || status === 429 || status >= 500;
  return isAway ? EXIT.unreachable : EXIT.refused;
}

function linesOf({ answer, columns, lines }: Told, output: string): readonly string[] {
  if (output === "json") return [JSON.stringify(answer)];
  if (output === "yaml") return renderYaml(answer);
  if (isAsked(answer)) {
    return [`A second person has to approve this. Nothing has changed yet. (${answer.approvalId})`];
  }
  if (lines !== undefined) return lines;
  if (isPage(answer)) {
    if (answer.items.length === 0) return ["None."];
    const more =
      answer.nextCursor === null ? [] : [`More: --cursor ${answer.nextCursor}, or --all`];
    return [...renderTable(answer.items, columns ?? plainFields(answer.items[0] ?? {})), ...more];
  }
  if (!isRow(answer)) throw new ExpectedFailure("The answer can't be shown. Use --json.");
  const shown = columns ?? plainFields(answer);
  return shown.length === 0 ? ["Done."] : renderRecord(answer, shown);
}

/** A field of the answer, or of each item of a list. Nothing of a change that has not happened yet. */
function picked(answer: unknown, field: string): readonly string[] {
  if (isAsked(answer)) return [];
  const rows = isPage(answer) ? answer.items : [answer];
  return rows.map((row) => {
    const value = isRow(row) ? row[field] : undefined;
    if (value === undefined) throw new ExpectedFailure(`The answer has no field ${field}.`);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

type Page = { readonly items: readonly Row[]; readonly nextCursor: string | null };

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;

function isPage(value: unknown): value is Page {
  return isRow(value) && Array.isArray(value["items"]) && "nextCursor" in value;
}

function isAsked(value: unknown): value is { readonly approvalId: string } {
  return isRow(value) && value["status"] === "approval-requested";
}
