import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { type Command, InvalidArgumentError } from "commander";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Field } from "./operation-fields";

export type Values = Record<string, unknown>;

/** `outflowPerMinute` is `--outflow-per-minute`. */
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** An option for each field, and `--data` for all of them at once. */
export function addFieldOptions(command: Command, fields: readonly Field[]): void {
  for (const field of fields) command.addOption(optionOf(command, field));
  command.option("--data <json>", "fields as a JSON object; @FILE reads a file, - the input");
}

const SHOWN = { text: "text", number: "number", list: "text...", json: "json" } as const;

function optionOf(command: Command, { name, kind, choices, isNullable }: Field) {
  const shown = kind === "boolean" ? "[true|false]" : `<${SHOWN[kind]}>`;
  const words = [choices?.join(", "), isNullable && "null for none"].filter(Boolean).join("; ");
  const option = command.createOption(`${flagOf(name)} ${shown}`, words);
  // Commander would name it by its flag: `--outflow-per-minute` as `outflowPerMinute`, but `--url2` as `url2`.
  option.attributeName = () => name;
  return option;
}

/** The fields that were given, as the API takes them. */
export async function readFields(
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
): Promise<Values> {
  const { data } = options;
  const values: Values = typeof data === "string" ? await readData(data) : {};
  for (const field of fields) {
    const given = options[field.name];
    if (given !== undefined) values[field.name] = givenValue(field, given);
  }
  return values;
}

function givenValue(field: Field, given: unknown): unknown {
  if (given === true || Array.isArray(given)) return given;
  return readValue(field, String(given));
}

/** A text of the command line as the field's value. Throws an `InvalidArgumentError` for one that is none. */
export function readValue({ name, kind, isNullable }: Field, text: string): unknown {
  if (isNullable && text === "null") return null;
  if (kind === "text") return text;
  if (kind === "list") return [text];
  if (kind === "json") return readJson(text, flagOf(name));
  if (kind === "boolean") {
    if (text === "true" || text === "false") return text === "true";
    throw new InvalidArgumentError(`${flagOf(name)} is true or false, not "${text}".`);
  }
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`${flagOf(name)} is a number, not "${text}".`);
}

async function readData(given: string): Promise<Values> {
  const value = readJson(await textOf(given), "--data");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new InvalidArgumentError("--data is a JSON object.");
}

/** A text as it is given, from a file, or from the input. */
async function textOf(given: string): Promise<string> {
  if (given === "-") return readAll(process.stdin);
  if (!given.startsWith("@")) return given;
  return readFile(given.slice(1), "utf8").catch(() => {
    throw new ExpectedFailure(`${given.slice(1)} can't be read.`);
  });
}

function readJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError(`${flag} is JSON, such as '{"en":"Hello"}'.`);
  }
}
