import Ajv2020 from "ajv/dist/2020";
import type { Answer } from "./caller";

export type Document = { readonly [name: string]: unknown };

/** The operation whose answer it is, as the document names it. */
type Asked = { readonly method: string; readonly path: string };

/**
 * Says what of an answer the document does not: its status, its media type, or what is wrong with its body by an independent
 * validator. Null for an answer that is as documented.
 */
export function answerValidator(
  document: Document,
): (asked: Asked, answer: Pick<Answer, "status" | "headers" | "json">) => string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: "api:", ...document });
  return ({ method, path }, { status, headers, json }) => {
    const own = ["paths", path, method.toLowerCase(), "responses", `${status}`];
    const response = valueAt(document, own);
    if (response === undefined) return `the status ${status} is not documented`;
    const where = refOf(response) ?? own;
    const content = valueAt(document, [...where, "content"]);
    if (content === undefined) return json === null ? null : "it has a body";
    const type = headers.get("content-type") ?? "";
    const pointer = [...where, "content", type, "schema"].map(escapePart).join("/");
    const check = ajv.getSchema(`api:#/${pointer}`);
    if (check === undefined) return `${type} is not documented`;
    return check(json) === true ? null : ajv.errorsText(check.errors);
  };
}

/** What stands there in a document; undefined for nothing. */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined,
    document,
  );
}

/** Where a reference within the document leads; null for what is none. */
export function refOf(value: unknown): readonly string[] | null {
  const ref = valueAt(value, ["$ref"]);
  return typeof ref === "string" ? ref.replace(/^#\//, "").split("/") : null;
}

const escapePart = (part: string) =>
  encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
