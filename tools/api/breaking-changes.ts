import { type ApiDocument, inputOf, outputOf } from "./client-types";
import { nameIn, type Schema } from "./type-text";

type Schemas = Readonly<Record<string, Schema>>;
type Side = "input" | "output";

/** A pair of schemas that are compared, with what their references stand for. */
type Compared = {
  readonly side: Side;
  readonly before: Schema;
  readonly after: Schema;
  readonly schemas: { readonly before: Schemas; readonly after: Schemas };
  /** References that are being compared already. */
  readonly seen: readonly string[];
};

/**
 * What a later document takes away from clients of an earlier one, a sentence for each: operations and fields that are gone,
 * inputs that must be given now, values that are no longer taken, answers of another type. What is added breaks nothing,
 * because clients take fields and values that they do not know.
 */
export function breakingChanges(before: ApiDocument, after: ApiDocument): readonly string[] {
  const later = operationsOf(after);
  const schemas = { before: before.components.schemas, after: after.components.schemas };
  return [...operationsOf(before)].flatMap(([id, was]) => {
    const is = later.get(id);
    if (is === undefined) return [`${id} is gone`];
    if (is.route !== was.route) return [`${id} was ${was.route} and is ${is.route}`];
    const common = { schemas, seen: [] };
    const pairs = [
      { ...common, side: "input" as const, before: was.input, after: is.input },
      { ...common, side: "output" as const, before: was.output, after: is.output },
    ];
    return pairs.flatMap((pair) => differences(pair).map((what) => `${id}, ${pair.side}${what}`));
  });
}

type Shape = { readonly route: string; readonly input: Schema; readonly output: Schema };

function operationsOf({ paths, components }: ApiDocument): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path}`;
      const input = inputOf(described, components.parameters);
      shapes.set(described.operationId, { route, input, output: outputOf(described) });
    }
  }
  return shapes;
}

function differences(pair: Compared): readonly string[] {
  const { before, after, schemas, seen } = pair;
  if (before.$ref !== undefined || after.$ref !== undefined) {
    const names = `${before.$ref} ${after.$ref}`;
    if (seen.includes(names)) return [];
    return differences({
      ...pair,
      before: resolved(before, schemas.before),
      after: resolved(after, schemas.after),
      seen: [...seen, names],
    });
  }
  const [was, is] = [variantsOf(before), variantsOf(after)];
  // Clients send what was taken, and read what is answered now.
  const [from, to] = pair.side === "input" ? [was, is] : [is, was];
  if (from.length === 1 && to.length === 1) return ofOne(pair);
  const strangers = from
    .filter((one) => !to.some((other) => fits(pair, one, other)))
    .filter((one) => pair.side === "input" || !isNewKind(one, was));
  return strangers.length === 0
    ? []
    : [`: ${pair.side === "input" ? LOST : NEW}${said(strangers)}`];
}

const LOST = "no longer takes ";
const NEW = "may now answer ";
const said = (variants: readonly Schema[]) => JSON.stringify(variants).slice(0, 200);

/** True for a variant that a field tells by a value which none of the others has. */
function isNewKind({ properties = {} }: Schema, others: readonly Schema[]): boolean {
  return Object.entries(properties).some(([name, kind]) => {
    const kinds = others.map((other) => other.properties?.[name]);
    if (!("const" in kind) || others.length < 2) return false;
    return kinds.every((one) => one !== undefined && "const" in one && one.const !== kind.const);
  });
}

function fits(pair: Compared, one: Schema, other: Schema): boolean {
  const [before, after] = pair.side === "input" ? [one, other] : [other, one];
  return differences({ ...pair, before, after }).length === 0;
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : (schemas[nameIn(schema.$ref)] ?? {});
}

/** What a value may be, one by one. A new enum value is none: clients expect those, and new kinds of an object. */
function variantsOf(schema: Schema): readonly Schema[] {
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return either;
  const types = [schema.type ?? []].flat();
  return types.length > 1 ? types.map((type) => ({ ...schema, type })) : [schema];
}

function ofOne(pair: Compared): readonly string[] {
  const { before, after } = pair;
  if (typeOf(after) === "any" && (pair.side === "input" || typeOf(before) === "any")) return [];
  if (typeOf(before) !== typeOf(after)) return [`: was ${typeOf(before)}, is ${typeOf(after)}`];
  const nested = (step: string, one: Schema = {}, other: Schema = {}) =>
    differences({ ...pair, before: one, after: other }).map((what) => `${step}${what}`);
  return [
    ...lostValues(before, after),
    ...narrowed(pair),
    ...lostFields(pair),
    ...Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
      const later = after.properties?.[name];
      return later === undefined ? [] : nested(`/${name}`, schema, later);
    }),
    ...(before.items || after.items ? nested("/-", before.items, after.items) : []),
  ];
}

/** An integer is a number that is answered, and none that is taken. */
function typeOf(schema: Schema): string {
  const [type] = [schema.type ?? []].flat();
  if (type !== undefined) return type;
  const [value] = valuesOf(schema) ?? [];
  return value === undefined ? "any" : typeof value;
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  return "const" in schema ? [schema.const] : schema.enum;
}

function lostValues(before: Schema, after: Schema): readonly string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (is === undefined) return [];
  if (was === undefined) return [": takes only some values now"];
  return was.filter((value) => !is.includes(value)).map((value) => `: ${value} is gone`);
}

const LIMITS = [
  ["minimum", 1],
  ["minLength", 1],
  ["minItems", 1],
  ["maximum", -1],
  ["maxLength", -1],
  ["maxItems", -1],
] as const;

function narrowed({ side, before, after }: Compared): readonly string[] {
  if (side === "output") return [];
  return LIMITS.filter(([name, sign]) => {
    const [was, is] = [before[name] ?? Number.NEGATIVE_INFINITY * sign, after[name]];
    return is !== undefined && is * sign > was * sign;
  }).map(([name]) => `: ${name} is ${after[name]}`);
}

function lostFields({ side, before, after }: Compared): readonly string[] {
  const [was, is] = [before.properties ?? {}, after.properties ?? {}];
  const gone = Object.keys(was).filter((name) => !(name in is));
  const [had, has] = [before.required ?? [], after.required ?? []];
  const changed =
    side === "input"
      ? has.filter((name) => !had.includes(name)).map((name) => `/${name} must be given now`)
      : had
          .filter((name) => name in is && !has.includes(name))
          .map((name) => `/${name} may be left out now`);
  return [...gone.map((name) => `/${name} is gone`), ...changed];
}
