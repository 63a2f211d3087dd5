import { readTokens, type Token } from "./expression-tokens";

/** What a condition of an expression looks at. `name` is that of a header or a cookie. */
export type ExpressionField = {
  readonly subject:
    | "path"
    | "host"
    | "address-line"
    | "user-agent"
    | "header"
    | "cookie"
    | "method"
    | "ip"
    | "country"
    | "asn";
  readonly name: string;
};

/** One comparison; it holds for any of the values. */
export type ExpressionCondition = ExpressionField & {
  readonly comparison: "equals" | "contains" | "starts-with";
  readonly values: readonly string[];
  readonly isNot: boolean;
  readonly ignoresCase: boolean;
};

/** An expression of a rule: one of the terms holds, with all of its conditions. */
export type ReadExpression =
  | { readonly ok: true; readonly terms: readonly (readonly ExpressionCondition[])[] }
  | { readonly ok: false; readonly reason: string };

type Terms = readonly (readonly ExpressionCondition[])[];

const TERMS_MAX = 20;

class Refused extends Error {}

/**
 * Reads an expression of Cloudflare's rules language as far as rules here can carry it out; of anything else it says why
 * not. Takes time in proportion to the length, and gives no more than twenty terms.
 */
export function readExpression(text: string): ReadExpression {
  const tokens = readTokens(text);
  if (tokens === null) return { ok: false, reason: "This is no expression." };
  try {
    const reader = new Reader(tokens);
    const terms = reader.any();
    reader.end();
    return { ok: true, terms };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.message };
    throw error;
  }
}

class Reader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Terms joined by `or`. */
  any(): Terms {
    let terms = this.all();
    while (this.takes("or") || this.takes("||")) terms = bounded([...terms, ...this.all()]);
    return terms;
  }

  end(): void {
    const left = this.tokens[this.at];
    if (left !== undefined) throw new Refused(`“${left.text}” is not expected there.`);
  }

  private all(): Terms {
    let terms = this.one();
    while (this.takes("and") || this.takes("&&")) terms = crossed(terms, this.one());
    return terms;
  }

  private one(): Terms {
    if (this.takes("not") || this.takes("!")) return negated(this.one());
    if (!this.takes("(")) return [[this.condition()]];
    this.depth += 1;
    if (this.depth > TERMS_MAX) throw new Refused("It is nested too deep.");
    const terms = this.any();
    this.expect(")");
    this.depth -= 1;
    return terms;
  }

  private condition(): ExpressionCondition {
    if (this.takes("starts_with")) {
      this.expect("(");
      const field = this.field();
      this.expect(",");
      const values = [this.value()];
      this.expect(")");
      return { ...field, comparison: "starts-with", values, isNot: false };
    }
    if (this.takes("any")) {
      this.expect("(");
      const condition = this.comparison();
      this.expect(")");
      return condition;
    }
    return this.comparison();
  }

  private comparison(): ExpressionCondition {
    const field = this.field();
    const isNot = this.takes("not");
    const operator = this.next();
    const values = operator === "in" ? this.list() : [this.value()];
    const comparison = COMPARISONS[operator];
    if (comparison === undefined) throw new Refused(`Rules here have no operator “${operator}”.`);
    const isUnequal = operator === "ne" || operator === "!=";
    return { ...field, comparison, values, isNot: isNot !== isUnequal };
  }

  private field(): ExpressionField & { readonly ignoresCase: boolean } {
    const ignoresCase = this.takes("lower");
    if (ignoresCase) this.expect("(");
    const name = this.next();
    if (ignoresCase) this.expect(")");
    const found = fieldOf(name);
    if (found === null) throw new Refused(`Rules here cannot look at ${name}.`);
    return { ...found, ignoresCase };
  }

  private list(): readonly string[] {
    this.expect("{");
    const values: string[] = [];
    while (!this.takes("}")) values.push(this.value());
    if (values.length === 0) throw new Refused("A list is empty.");
    return values;
  }

  private value(): string {
    const token = this.tokens[this.at];
    if (token === undefined || (!token.isText && !/^[\w.:/]+$/.test(token.text))) {
      throw new Refused("A value is missing.");
    }
    this.at += 1;
    return token.text;
  }

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined || token.isText) throw new Refused("The expression is not complete.");
    this.at += 1;
    return token.text;
  }

  private takes(text: string): boolean {
    const token = this.tokens[this.at];
    if (token === undefined || token.isText || token.text !== text) return false;
    this.at += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.takes(text)) throw new Refused(`“${text}” is missing.`);
  }
}

const COMPARISONS: Readonly<Record<string, "equals" | "contains">> = {
  ...{ eq: "equals", "==": "equals", ne: "equals", "!=": "equals", in: "equals" },
  contains: "contains",
};

const FIELDS: Readonly<Record<string, ExpressionField["subject"]>> = {
  "http.request.uri.path": "path",
  "http.host": "host",
  "http.request.full_uri": "address-line",
  "http.request.uri": "address-line",
  "http.request.uri.query": "address-line",
  "http.user_agent": "user-agent",
  "http.request.method": "method",
  "ip.src": "ip",
  "ip.src.country": "country",
  "ip.geoip.country": "country",
  "ip.src.asnum": "asn",
  "ip.geoip.asnum": "asn",
};
const HEADERS: Readonly<Record<string, string>> = {
  "http.cookie": "cookie",
  "http.referer": "referer",
};
const NAMED = /^http\.request\.(headers|cookies)\["([^"\\]+)"\](?:\[(?:0|\*)\])?$/;

function fieldOf(name: string): ExpressionField | null {
  if (Object.hasOwn(FIELDS, name)) return { subject: FIELDS[name] ?? "path", name: "" };
  if (Object.hasOwn(HEADERS, name)) return { subject: "header", name: HEADERS[name] ?? "" };
  const [, kind, named = ""] = NAMED.exec(name) ?? [];
  if (kind === undefined) return null;
  return { subject: kind === "headers" ? "header" : "cookie", name: named };
}

function bounded(terms: Terms): Terms {
  if (terms.length > TERMS_MAX) throw new Refused(`It has more than ${TERMS_MAX} alternatives.`);
  return terms;
}

function crossed(one: Terms, other: Terms): Terms {
  return bounded(one.flatMap((left) => other.map((right) => [...left, ...right])));
}

function negated(terms: Terms): Terms {
  return terms
    .map((term): Terms => term.map((condition) => [{ ...condition, isNot: !condition.isNot }]))
    .reduce(crossed);
}
