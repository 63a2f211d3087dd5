import { Command, InvalidArgumentError } from "commander";
import type { Client, OperationId } from "@/client/src/create-client";
import { confirm } from "../confirm";
import type { Terminal } from "../terminal";
import { addFieldOptions, flagOf, readFields, readValue, type Values } from "./field-options";
import { FIELDS } from "./generated/fields";
import { operating, type Told } from "./operate";
import type { Field } from "./operation-fields";

/** A command that is one operation. Its options are the operation's fields. */
export type Spec = {
  readonly name: string;
  readonly id: OperationId;
  /** Fields that stand behind the command, in their order. */
  readonly args?: readonly string[];
  /** What a table shows of the answer; its plain fields if left out. */
  readonly columns?: readonly string[];
  /** What is asked before it is done, with the arguments in braces. */
  readonly danger?: string;
  /** Of fields that are left out. */
  readonly defaults?: Values;
  /** Adds fields that the program finds out by itself. */
  readonly complete?: (client: Client, values: Values) => Promise<Values>;
};

type Options = { readonly yes?: true; readonly all?: true };

/** Makes the command of an operation. */
export function operationCommand(spec: Spec, terminal: Terminal): Command {
  const { name, id, args = [], danger, complete, defaults } = spec;
  const { summary, fields } = FIELDS[id];
  const command = new Command(name).description(`${summary}.`);
  const named = args.map((arg) => fieldOf(fields, arg));
  for (const field of named) command.argument(`<${nounOf(field.name)}>`);
  const others = fields.filter((field) => !args.includes(field.name) && !isFound(spec, field));
  addFieldOptions(command, others);
  const isList = fields.some((field) => field.name === "cursor");
  if (isList) command.option("--all", "every page");
  if (danger !== undefined) command.option("--yes", "do not ask");
  return operating(command, terminal, async (client) => {
    const options = command.opts<Options & Values>();
    const given = named.map((field, at) => [field.name, readValue(field, command.args[at] ?? "")]);
    const values = {
      ...defaults,
      ...(await readFields(others, options)),
      ...Object.fromEntries(given),
    };
    requireFields(others, values);
    const input = complete === undefined ? values : await complete(client, values);
    if (danger !== undefined) await confirmDanger(terminal, danger, values, options.yes);
    return callOperation(client, spec, input, options.all);
  });
}

/** What `complete` adds is no option. */
function isFound({ complete }: Spec, { name }: Field): boolean {
  return complete !== undefined && FOUND.has(name);
}

const FOUND = new Set(["name", "seen", "newest", "number"]);

function fieldOf(fields: readonly Field[], name: string): Field {
  const found = fields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`There is no field ${name}.`);
  return found;
}

/** `eventId` is an event. */
const nounOf = (name: string) =>
  name.replace(/Id$/, "").replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`);

function requireFields(fields: readonly Field[], values: Values): void {
  const missing = fields.filter(({ isRequired, name }) => isRequired && values[name] === undefined);
  if (missing.length === 0) return;
  const flags = missing.map(({ name }) => flagOf(name)).join(", ");
  throw new InvalidArgumentError(`Say ${flags}.`);
}

async function confirmDanger(
  terminal: Terminal,
  danger: string,
  values: Values,
  yes: true | undefined,
): Promise<void> {
  const what = danger.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  await confirm(terminal, { what, word: String(values["eventId"] ?? "yes"), yes });
}

async function callOperation(
  client: Client,
  { id, columns }: Spec,
  input: Values,
  all: true | undefined,
): Promise<Told> {
  // The fields were read by the operation's own table, and the API checks them.
  const call = client[id] as (values: Values) => Promise<unknown>;
  if (!all) return { answer: await call(input), columns };
  const each = client.each as (listId: OperationId, values: Values) => AsyncGenerator<unknown>;
  const items: unknown[] = [];
  for await (const item of each(id, { limit: 100, ...input })) items.push(item);
  return { answer: { items, nextCursor: null }, columns };
}
