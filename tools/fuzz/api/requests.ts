import fc from "fast-check";
import { type Document, refOf, valueAt } from "../../api/answer-validator";
import { spoilt, validValues } from "./values";

/** One request that the document leads to. `path` is that of the document; `address` is sent. */
export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  /** Below `/api/v1`; names in braces stand for ids that were seen. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Which of the ids that were seen is meant. */
  readonly pick: number;
};

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: unknown;
  readonly example?: unknown;
};

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);
const NEVER_MEANT = new Set([".", ".."]);

/** Requests for every operation of a document: valid, nearly valid and wrong ones. */
export function requestsOf(document: Document): fc.Arbitrary<FuzzRequest> {
  const each = Object.entries(Object(document["paths"])).flatMap(([path, item]) =>
    Object.entries(Object(item))
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => requestsOfOne(document, { path, method, operation })),
  );
  return fc.oneof(...each);
}

type Described = { readonly path: string; readonly method: string; readonly operation: unknown };

function requestsOfOne(document: Document, { path, method, operation }: Described) {
  const parameters = parametersOf(document, operation);
  return fc
    .record({
      address: addresses(path, document, parameters),
      headers: headersOf(parameters),
      body: bodies(document, operation),
      pick: fc.nat(),
    })
    .map(({ headers, body, ...asked }): FuzzRequest => {
      const type = body === null ? {} : { "content-type": "application/json" };
      const sent = { ...type, ...headers };
      return { ...asked, method: method.toUpperCase(), path, headers: sent, body };
    });
}

function parametersOf(document: Document, operation: unknown): readonly Parameter[] {
  const listed = valueAt(operation, ["parameters"]);
  return (Array.isArray(listed) ? listed : []).map((one) => {
    const ref = refOf(one);
    return ref === null ? one : valueAt(document, ref);
  });
}

const JUNK = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: "binary" }),
    fc.constantFrom("\u0000", "constructor", "x".repeat(2_000), "\u{1f600}", "0", "-1", "1e9", " "),
  )
  .filter((text) => !NEVER_MEANT.has(text));

function addresses(path: string, document: Document, parameters: readonly Parameter[]) {
  const inPath = parameters.filter((one) => one.in === "path");
  const values = fc.tuple(...inPath.map((one) => pathValues(document, one)));
  return fc.tuple(values, queries(document, parameters)).map(([chosen, query]) => {
    const named = new Map(inPath.map(({ name }, index) => [name, chosen[index] ?? ""]));
    const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => named.get(name) ?? whole);
    return query === "" ? filled : `${filled}?${query}`;
  });
}

/** Mostly an id that was seen, or the example's. */
function pathValues(document: Document, { name, schema, example }: Parameter) {
  const encoded = (values: fc.Arbitrary<unknown>) =>
    values.map((one) => encode(String(one))).filter((text) => text !== "");
  const given = typeof example === "string" && example.startsWith("{") ? [] : [String(example)];
  return fc.oneof(
    { arbitrary: fc.constant(`{${name}}`), weight: 6 },
    { arbitrary: fc.constantFrom(`{${name}}`, ...given), weight: 6 },
    { arbitrary: encoded(validValues(document, schema)), weight: 1 },
    { arbitrary: encoded(JUNK), weight: 1 },
    { arbitrary: fc.constantFrom("%", "%ff", "%00", "%ed%a0%80", "a%2fb"), weight: 1 },
  );
}

function encode(text: string): string {
  return NEVER_MEANT.has(text) ? "" : encodeURIComponent(wellFormed(text));
}

/** Half of a pair of surrogates is sent as nothing else than what stands for it. */
const wellFormed = (text: string) => Buffer.from(text).toString();

function queries(document: Document, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const inQuery = parameters.filter((one) => one.in === "query");
  const names = inQuery.map(({ name }) => name);
  const odd = fc
    .array(fc.tuple(fc.constantFrom(...names, "unknown", "__proto__", ""), JUNK), { maxLength: 3 })
    .map((pairs) => pairs.map(([name, value]) => [name, wellFormed(value)]));
  const fitting = fc
    .tuple(
      ...inQuery.map(({ schema, example, required }) => {
        const values = validValues(document, schema);
        const usual = example === undefined ? values : fc.oneof(fc.constant(example), values);
        return required === true ? usual : fc.option(usual, { nil: undefined, freq: 1 });
      }),
    )
    .map((values) =>
      values.flatMap((value, index) =>
        value === undefined
          ? []
          : [value].flat().map((one) => [names[index] ?? "", wellFormed(String(one))]),
      ),
    );
  const both = fc.tuple(fitting, odd).map(([some, others]) => [...some, ...others]);
  return fc
    .oneof({ arbitrary: fitting, weight: 3 }, { arbitrary: both, weight: 1 })
    .map((pairs) => new URLSearchParams(pairs).toString());
}

const ODD_HEADERS: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "" },
  { authorization: "Bearer" },
  { authorization: "Bearer stn_no" },
  { authorization: `Bearer ${"x".repeat(6_000)}` },
  { authorization: "Basic YTpi" },
  { "x-request-id": "\u00e9 %0d%0a".repeat(20) },
  { "x-forwarded-for": "203.0.113.7, ::1, \u00ff" },
  { accept: "image/png", "accept-encoding": "br" },
  { "x-odd": "\u00e4".repeat(4_000) },
  { cookie: "a=b; __Secure-next-auth.session-token=x" },
  { origin: "https://elsewhere.example" },
  { "x-http-method-override": "DELETE" },
  { range: "bytes=0-1", te: "trailers" },
);

const ETAGS = fc.oneof(
  fc.constantFrom("*", '"x"', 'W/"x"', "", ",", '"a", "b"', "\u00ff", "x".repeat(3_000)),
  fc.base64String({ maxLength: 22 }).map((text) => `"${text}"`),
);
const ONCE_KEYS = fc.oneof(
  { arbitrary: fc.uuid(), weight: 4 },
  fc.constantFrom("again", "", "with space", "x".repeat(255), "x".repeat(256), "\u00fc", "%00"),
);
const VALUES_OF_HEADER: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "If-Match": ETAGS,
  "If-None-Match": ETAGS,
  "Idempotency-Key": ONCE_KEYS,
};

function headersOf(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const own = parameters.flatMap(({ name, in: where }) => {
    const values = where === "header" ? VALUES_OF_HEADER[name] : undefined;
    return values === undefined ? [] : [values.map((value) => ({ [name]: value }))];
  });
  const none = { arbitrary: fc.constant<Record<string, string>>({}), weight: 12 };
  return fc.oneof(none, { arbitrary: ODD_HEADERS, weight: 1 }, ...own);
}

function bodies(document: Document, operation: unknown): fc.Arbitrary<Buffer | null> {
  const taken = valueAt(operation, ["requestBody", "content", "application/json"]);
  const none = fc.constant(null);
  if (taken === undefined) return fc.oneof({ arbitrary: none, weight: 9 }, rawBodies(none));
  const example = valueAt(taken, ["example"]) ?? {};
  const fitting = fc.oneof(
    { arbitrary: fc.constant(example), weight: 2 },
    { arbitrary: validValues(document, valueAt(taken, ["schema"])), weight: 3 },
  );
  return fc.oneof(
    { arbitrary: fitting.map(jsonBytes), weight: 8 },
    { arbitrary: spoilt(fitting).map(jsonBytes), weight: 12 },
    { arbitrary: rawBodies(fitting), weight: 2 },
    { arbitrary: none, weight: 1 },
  );
}

const jsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "");
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const TEN_MEGABYTES = Buffer.alloc(10 * 1_048_576, 0x20);
const LONG_TEXT = "m".repeat(1_048_576);

/** What is no JSON, or JSON that nobody writes. */
function rawBodies(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const made = fc.tuple(values.map(jsonBytes), fc.nat());
  const first = (text: string) => /^\{("(?:[^"\\]|\\.)*":)/.exec(text)?.[1] ?? '"a":1,"a":';
  return fc.oneof(
    { arbitrary: made.map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1))), weight: 4 },
    {
      arbitrary: made.map(([bytes, at]) => {
        const spoiled = Buffer.from(bytes);
        if (spoiled.length > 0) spoiled[at % spoiled.length] = 0xff;
        return spoiled;
      }),
      weight: 4,
    },
    {
      arbitrary: made.map(([bytes]) => {
        const text = bytes.toString();
        return Buffer.from(`{${first(text)}null,${text.slice(1)}`);
      }),
      weight: 4,
    },
    {
      arbitrary: made.map(([bytes]) =>
        Buffer.from(bytes.toString().replace(/:"[^"]*"/, `:"${LONG_TEXT}"`)),
      ),
      weight: 1,
    },
    {
      arbitrary: fc
        .constantFrom(
          ...["[]", "null", "1", '""', "{", "\ufeff{}", "{}{}", "\u0000", "{'a':1}", '{"":1}'],
          ...[
            nested(1_000),
            nested(31),
            '{"__proto__":{"a":1}}',
            '{"constructor":1}',
            "[".repeat(50_000),
          ],
        )
        .map((text) => Buffer.from(text)),
      weight: 4,
    },
    { arbitrary: fc.constant(TEN_MEGABYTES), weight: 1 },
  );
}
