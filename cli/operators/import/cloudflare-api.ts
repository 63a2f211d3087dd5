import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { NotCarried } from "./report";

/** What they are, and what is in them. */
export type Thing = Readonly<Record<string, unknown>>;

/** The API did not answer, or said that it cannot now. `at` is what was to be made. */
export class Interrupted extends ExpectedFailure {
  readonly at: string;

  constructor(at: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.at = at;
  }
}

/** Things of one kind at an address. */
export type Kind = {
  readonly address: string;
  readonly key: string;
  /** Without these it is nothing. */
  readonly required: readonly string[];
  /** By these an earlier import is known to have made it. */
  readonly identity: readonly string[];
};

type Sent = Kind & {
  /** In the report. */
  readonly what: string;
};

/**
 * Makes a thing, and where some of its fields are refused, makes it without them and notes each with the reason. Answers
 * its id; null where it could not be made.
 */
export async function carry(
  sent: Sent,
  thing: Thing,
  notCarried: NotCarried[],
): Promise<string | null> {
  let left = thing;
  for (;;) {
    const answer = await ask(sent, "", left);
    if (answer.success) return String(Object([answer.result].flat().at(-1)).id);
    const refused = answer.errors.map(({ message, source }) => ({
      field: source?.pointer.split("/")[1] ?? "",
      reason: message,
    }));
    const isOptional = ({ field }: { readonly field: string }) =>
      Object.hasOwn(left, field) && !sent.required.includes(field);
    const optional = refused.filter(isOptional);
    const noted = optional.length > 0 ? optional : refused;
    for (const one of noted) notCarried.push({ what: sent.what, ...one });
    if (optional.length === 0) return null;
    const names = new Set(optional.map(({ field }) => field));
    left = Object.fromEntries(Object.entries(left).filter(([name]) => !names.has(name)));
  }
}

/** What is there already, the id of each by what identifies it. */
export async function findMade(sent: Sent): Promise<ReadonlyMap<string, string>> {
  const { success, result, errors } = await ask(sent, "?per_page=1000");
  if (!success) throw new ExpectedFailure(errors.map(({ message }) => message).join(" "));
  const things = [result].flat().map(Object);
  return new Map(things.map((thing) => [identityOf(sent, thing), String(thing.id)]));
}

/** Moments are compared as such, however they are written. */
export function identityOf({ identity }: Kind, thing: Thing): string {
  const values = identity.map((name) => thing[name] ?? "");
  return JSON.stringify(
    values.map((value, at) =>
      identity[at]?.endsWith("_time") ? Date.parse(String(value)) : value,
    ),
  );
}

type Answer = {
  readonly success: boolean;
  readonly result: unknown;
  readonly errors: readonly {
    readonly message: string;
    readonly source?: { readonly pointer: string };
  }[];
};

/** Reads, or makes the thing that is given. */
async function ask({ address, key, what }: Sent, query: string, thing?: Thing): Promise<Answer> {
  try {
    const response = await fetch(`${address}${query}`, {
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(thing === undefined ? {} : { method: "POST", body: JSON.stringify(thing) }),
    });
    if (response.status !== 429 && response.status < 500) return await response.json();
    throw new Interrupted(what, `${address} answered ${response.status}.`);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    throw new Interrupted(what, `${address} gave no answer.`, error);
  }
}
