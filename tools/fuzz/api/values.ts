import fc from "fast-check";
import { refOf, valueAt } from "../../api/answer-validator";

/** A JSON Schema, of which nothing is known. */
type Schema = Readonly<Record<string, unknown>>;
type Values = fc.Arbitrary<unknown>;

const DEPTH_MAX = 5;
/** Longer texts are for `spoilt`. */
const TEXT_MAX = 60;

/** Values as a schema of this document wants them: also at its borders. */
export function validValues(document: unknown, schema: unknown, depth = 0): Values {
  const ref = refOf(schema);
  if (ref !== null) return validValues(document, valueAt(document, ref), depth);
  if (typeof schema !== "object" || schema === null) return fc.jsonValue({ maxDepth: 1 });
  const { anyOf, oneOf, allOf, enum: names, type } = schema as Schema;
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(names)) return fc.constantFrom(...names);
  const choices = [anyOf, oneOf].find(Array.isArray);
  if (choices !== undefined) {
    return fc.oneof(...choices.map((one) => validValues(document, one, depth)));
  }
  if (Array.isArray(allOf)) {
    const parts = allOf.map((one) => validValues(document, one, depth));
    return fc.tuple(...parts).map((made) => Object.assign({}, ...made));
  }
  const types = [type].flat().filter((one) => typeof one === "string");
  if (types.length === 0) return fc.jsonValue({ maxDepth: 1 });
  return fc.oneof(...types.map((one) => ofType(one, document, schema as Schema, depth)));
}

function ofType(type: string, document: unknown, schema: Schema, depth: number): Values {
  switch (type) {
    case "string":
      return texts(schema);
    case "integer":
    case "number":
      return numbers(schema, type === "integer");
    case "boolean":
      return fc.boolean();
    case "array":
      return arrays(document, schema, depth);
    case "object":
      return objects(document, schema, depth);
    default:
      return fc.constant(null);
  }
}

const TEXTS_OF_FORMAT: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
};

function texts({ format, pattern, minLength = 0, maxLength = TEXT_MAX }: Schema): Values {
  const ofFormat = TEXTS_OF_FORMAT[String(format)];
  if (ofFormat !== undefined) return ofFormat;
  const ofPattern = typeof pattern === "string" ? matching(pattern) : null;
  if (ofPattern !== null) return ofPattern;
  const least = Number(minLength);
  const most = Math.max(least, Math.min(Number(maxLength), TEXT_MAX));
  const unit = fc.constantFrom<"grapheme" | "binary">("grapheme", "binary");
  const plain = fc.string({ minLength: least, maxLength: most });
  return fc.oneof(
    { arbitrary: plain, weight: 4 },
    unit.chain((one) => fc.string({ minLength: least, maxLength: most, unit: one })),
    fc.constantFrom(
      ...["https://shop.example.com/", "2099-05-01T10:00", "UTC", "en", "-", "0", "\u202e"],
    ),
  );
}

/** Null for a pattern that has more than can be made. */
function matching(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return null;
  }
}

function numbers(schema: Schema, isWhole: boolean): Values {
  const { minimum = -1_000, maximum = 1_000_000_000 } = schema;
  const [min, max] = [Math.ceil(Number(minimum)), Math.floor(Number(maximum))];
  if (min > max) return fc.constant(min);
  const whole = fc.integer({
    min: Math.max(min, -(2 ** 31)),
    max: Math.max(Math.max(min, -(2 ** 31)), Math.min(max, 2 ** 31 - 1)),
  });
  const borders = fc.constantFrom(min, max);
  return isWhole ? fc.oneof(whole, borders) : fc.oneof(whole, borders, fc.double({ min, max }));
}

function arrays(document: unknown, schema: Schema, depth: number): Values {
  const { items, minItems = 0, maxItems = 4 } = schema;
  const least = Number(minItems);
  const maxLength = depth > DEPTH_MAX ? least : Math.max(least, Math.min(Number(maxItems), 4));
  return fc.array(validValues(document, items, depth + 1), { minLength: least, maxLength });
}

function objects(document: unknown, schema: Schema, depth: number): Values {
  const { properties = {}, required = [], additionalProperties } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const known = Object.entries(Object(properties)).filter(
    ([name]) => depth <= DEPTH_MAX || needed.has(name),
  );
  const model = Object.fromEntries(
    known.map(([name, of]) => [name, validValues(document, of, depth + 1)]),
  );
  const requiredKeys = known.flatMap(([name]) => (needed.has(name) ? [name] : []));
  const own = fc.record(model, { requiredKeys, noNullPrototype: true });
  if (typeof additionalProperties !== "object" || additionalProperties === null) return own;
  const others = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 8 }),
    validValues(document, additionalProperties, depth + 1),
    { maxKeys: 2, noNullPrototype: true },
  );
  return fc.tuple(own, others).map(([mine, more]) => ({ ...more, ...mine }));
}

/** What no field expects, or few. */
const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, "", " ", "x", "\u0000", "a\u0000b", "\ud800", "\udfff\ud800", "__proto__"],
    ...[0, -0, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e308, -1e308, 1e-320],
    ...[[], {}, [[]], [null], { __proto__: null }, "../..", "%00", "'; --", "{{7*7}}"],
    ...["0001-01-01T00:00:00Z", "9999-12-31T23:59", "+275760-09-13T00:00:00Z", "2026-02-31"],
    ...["x".repeat(256), "x".repeat(70_000), "\ud83d\udc69\u200d".repeat(90), "http://[::1]/"],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

type Path = readonly (string | number)[];

/** Where a value can be spoilt: itself and everything in it. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one, index) => [index, one])
    : Object.entries(value);
  return [path, ...entries.flatMap(([name, one]) => pathsIn(one, [...path, name]))];
}

function changed(
  value: unknown,
  [name, ...rest]: Path,
  change: (old: unknown) => unknown,
): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((one, index) => (index === name ? changed(one, rest, change) : one));
  }
  const entries = Object.entries(Object(value)).map(([key, one]) => [
    key,
    key === name ? changed(one, rest, change) : one,
  ]);
  return Object.fromEntries(entries);
}

const REMOVED = Symbol("removed");

/** The same with one thing in it that is wrong, or odd. */
export function spoilt(values: Values): Values {
  const change = fc.oneof(
    { arbitrary: ODD.map((odd) => () => odd), weight: 5 },
    { arbitrary: fc.constant(borderOf), weight: 2 },
    { arbitrary: fc.constant(() => REMOVED), weight: 1 },
    { arbitrary: ODD.map((odd) => (old: unknown) => withUnknown(old, odd)), weight: 2 },
  );
  return fc.tuple(values, fc.nat(), change).map(([value, at, how]) => {
    const paths = pathsIn(value).slice(1);
    const path = paths[at % Math.max(1, paths.length)];
    return path === undefined ? withUnknown(value, 1) : without(changed(value, path, how));
  });
}

/** Just beyond where it is. */
function borderOf(old: unknown): unknown {
  if (typeof old === "number") return old + (old > 0 ? 1 : -1);
  if (typeof old === "string") return old + old + old;
  if (Array.isArray(old)) return Array.from({ length: 300 }, (_, index) => old[index % old.length]);
  return [old];
}

function withUnknown(old: unknown, odd: unknown): unknown {
  if (typeof old !== "object" || old === null) return odd;
  if (Array.isArray(old)) return [...old, odd];
  return Object.fromEntries([...Object.entries(old), ["unknownField", odd]]);
}

function without(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.filter((one) => one !== REMOVED).map(without);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === REMOVED ? [] : [[name, without(one)]])),
  );
}
