import type { z } from "zod";
import { nearestName } from "@/lib/domain/nearest-name";
import { parseUrl } from "@/lib/domain/parse-url";
import {
  type Path,
  type Problem,
  type Reading,
  readYaml,
  type Variables,
  type YamlFile,
} from "./read-yaml";
import { type Manifest, manifestSchema } from "./schema";

/** A file that can be carried out, as far as the file alone can tell. */
export type ReadManifest = Pick<YamlFile, "locate" | "references"> & {
  readonly manifest: Manifest;
};

/** Reads `stanchion.yaml`. Never throws: everything that is wrong is told at once, each with line and column. */
export function parseManifest(text: string, variables: Variables): Reading<ReadManifest> {
  const read = readYaml(text, variables);
  if (!read.ok) return read;
  const { value, locate, references } = read.value;
  const result = manifestSchema.safeParse(value, { reportInput: true });
  if (!result.success) {
    const told = result.error.issues.flatMap((issue) => problemsOf(issue, [], locate));
    return { ok: false, problems: told.sort((a, b) => a.line - b.line) };
  }
  const problems = passwordsIn(value, [], { locate, references });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { manifest: result.data, locate, references } };
}

type Issue = z.core.$ZodIssue;
type Locate = YamlFile["locate"];

function problemsOf(issue: Issue, above: Path, locate: Locate): readonly Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = nearestName(key, namesAt(path));
      const hint = near === null ? "" : ` Did you mean “${near}”?`;
      const message = `Unknown field “${key}”.${hint}`;
      return { code: "unknown_field", ...locate([...path, key]), message };
    });
  }
  if (issue.code === "invalid_key" || issue.code === "invalid_element") {
    return issue.issues.flatMap((inner) => problemsOf(inner, path, locate));
  }
  if (issue.code === "invalid_union") {
    const [first = [], ...others] = issue.errors.filter((errors) => !isOtherType(errors));
    const isPlain = first.length > 0 && others.length === 0;
    if (isPlain) return first.flatMap((inner) => problemsOf(inner, path, locate));
  }
  const words = issue.input === undefined ? "This is missing" : issue.message;
  const name = path.map(String).join(".");
  return [{ code: "invalid", ...locate(path), message: name === "" ? words : `${name}: ${words}` }];
}

/** A branch of a union that is for values of another type altogether, as `null`. */
function isOtherType(errors: readonly Issue[]): boolean {
  return errors.some(({ code, path }) => code === "invalid_type" && path.length === 0);
}

/** The names of the fields that the schema has at a path; none where it takes what people name themselves. */
function namesAt(path: Path): readonly string[] {
  let schemas: readonly Definition[] = [definitionOf(manifestSchema)];
  for (const step of path) schemas = schemas.flatMap((schema) => below(schema, step));
  return [...new Set(schemas.flatMap(shapes).flatMap(({ shape }) => Object.keys(shape ?? {})))];
}

/** What zod keeps of a schema, as far as it is walked here. */
type Definition = {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
};

function definitionOf(schema: z.core.$ZodType): Definition {
  return schema._zod.def as Definition;
}

/** The objects, arrays and records that a schema stands for. */
function shapes(schema: Definition): readonly Definition[] {
  const inner = [schema.innerType, schema.in, ...(schema.options ?? [])];
  const known = inner.flatMap((one) => (one === undefined ? [] : [definitionOf(one)]));
  return [schema, ...known.flatMap(shapes)];
}

function below(schema: Definition, step: PropertyKey): readonly Definition[] {
  return shapes(schema).flatMap(({ shape, element, valueType }) => {
    const next = shape?.[String(step)] ?? element ?? valueType;
    return next === undefined ? [] : [definitionOf(next)];
  });
}

/** Passwords in addresses belong into variables: this file is kept where many read it. */
function passwordsIn(
  value: unknown,
  path: Path,
  file: Pick<YamlFile, "locate" | "references">,
): readonly Problem[] {
  if (typeof value === "object" && value !== null) {
    const steps = Object.entries(value);
    return steps.flatMap(([step, inner]) =>
      passwordsIn(inner, [...path, Array.isArray(value) ? Number(step) : step], file),
    );
  }
  if (typeof value !== "string" || !value.includes("@") || !value.includes("://")) return [];
  const isPassword = (parseUrl(value)?.password ?? "") !== "";
  if (!isPassword || file.references.has(JSON.stringify(path))) return [];
  const message = "This address has a password. Write “!env NAME” and set that variable.";
  return [{ code: "secret", ...file.locate(path), message }];
}
