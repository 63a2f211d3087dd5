import { expect, test } from "vitest";
import { z } from "zod";
import { SETTING_NAMES } from "@/lib/domain/event/settings/table";
import { sameValue } from "@/lib/domain/same-value";
import { settingDifferences } from "@/lib/domain/setting-differences/setting-differences";
import { type EventSettingsInput, eventSettingsInput } from "./schemas";

type Schema = {
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** Values that a setting may have: each choice, each field of a structure changed, each list empty, short and longer. */
function samples(schema: Schema): readonly unknown[] {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return variants.flatMap(samples);
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  if (Array.isArray(schema.type)) {
    return schema.type.flatMap((type: string) => samples({ ...schema, type }));
  }
  switch (schema.type) {
    case "null":
      return [null];
    case "boolean":
      return [false, true];
    case "number":
    case "integer":
      return [(schema.minimum ?? 0) + 1, (schema.minimum ?? 0) + 2];
    case "string":
      return ["one", "two"];
    case "array":
      return lists(samples(schema.items ?? {}));
    case "object":
      return objects(schema.properties ?? {});
    default:
      throw new Error(`No sample for ${JSON.stringify(schema)}.`);
  }
}

function lists([first, ...others]: readonly unknown[]): readonly unknown[] {
  const longer = others.map((other) => [first, other]);
  const last = others.at(-1);
  return [[], [first], ...others.map((other) => [other]), ...longer, [last, first]];
}

function objects(properties: Readonly<Record<string, Schema>>): readonly unknown[] {
  const all = Object.entries(properties).map(([name, one]) => [name, samples(one)] as const);
  const base = Object.fromEntries(all.map(([name, [first]]) => [name, first]));
  return [
    base,
    ...all.flatMap(([name, [, ...others]]) => others.map((value) => ({ ...base, [name]: value }))),
  ];
}

const SHAPE = z.toJSONSchema(eventSettingsInput, { io: "input", unrepresentable: "any" });
const SETTINGS: readonly (readonly [string, Schema])[] = Object.entries(
  // What a JSON schema may hold beside this, these schemas have not; a sample of it would throw.
  SHAPE.properties as Readonly<Record<string, Schema>>,
);
// Samples keep to the shape, not to what holds between settings; the differences ask for no more.
const BASE = Object.fromEntries(
  SETTINGS.map(([name, schema]) => [name, samples(schema)[0]]),
) as EventSettingsInput;

/** Braces, quotes as JSON has them, names of fields, and what a program says for nothing. */
const NO_WORDS = /[{}]|":|\[object|undefined|\bnull\b|\bNaN\b/;

test("every setting of the table is one that people edit", () => {
  expect([...SETTING_NAMES].sort()).toEqual(SETTINGS.map(([name]) => name).sort());
});

/** Each value beside itself, the first, and the one before it. */
function pairs(values: readonly unknown[]): readonly (readonly [unknown, unknown])[] {
  return values.flatMap((value, at) =>
    [at, 0, at - 1].flatMap((other) => [
      [value, values.at(other)] as const,
      [values.at(other), value] as const,
    ]),
  );
}

/** Lanes may be sent without a share, and are stored with one. */
const stored = (values: readonly unknown[]): readonly unknown[] =>
  JSON.parse(JSON.stringify(values), (name, value: unknown) =>
    name === "weight" && value === null ? 3 : value,
  );

test.each(SETTINGS)("%s: two values that differ are told, in words", (name, schema) => {
  const values = stored(samples(schema));
  expect(values.length).toBeGreaterThan(1);
  for (const [one, other] of pairs(values)) {
    const told = settingDifferences({ ...BASE, [name]: one }, { ...BASE, [name]: other });
    expect(told.length > 0, `${JSON.stringify(one)} ${JSON.stringify(other)}`).toBe(
      !sameValue(one, other),
    );
    expect(new Set(told.map(({ field }) => field)).size).toBe(told.length);
    for (const { field, label, from, to } of told) {
      expect(field.split(".")[0]).toBe(name);
      expect(label).not.toMatch(/[a-z][A-Z]|[{}_]/);
      expect(`${from ?? ""} ${to ?? ""}`).not.toMatch(NO_WORDS);
    }
  }
});
