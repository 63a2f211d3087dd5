import type { PublicLine } from "@/lib/domain/line/public-line";
import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";

/** What a visitor's browser can ask; at most one question is under way at a time. */
export type Step = "join" | "status" | "near" | "enter" | "line";

export type Answer =
  | { readonly kind: "line"; readonly line: PublicLine }
  | {
      readonly kind: "waiting";
      readonly number: number;
      /** The server says that this visitor may ask for a slot. */
      readonly turn: boolean;
      readonly line: PublicLine;
      /** Of the join, where there is a draw. */
      readonly receipt?: string | undefined;
      /** The sealed place, where the page has not kept it like this. */
      readonly kept?: string | undefined;
      /** In line time. */
      readonly joinedAt?: number | undefined;
      readonly supportCode?: string | undefined;
      /** Of a place whose browser holds a key. */
      readonly queueId?: string | undefined;
      /** What is for sale may end before this turn. */
      readonly stockMayEnd?: boolean;
    }
  | { readonly kind: "none" }
  | { readonly kind: "closed" }
  | { readonly kind: "full"; readonly retryAfterMs: number }
  | {
      readonly kind: "admitted";
      readonly number: number | null;
      readonly redirectUrl: string | null;
      readonly kept?: string | undefined;
    }
  | { readonly kind: "wait"; readonly retryAfterMs: number; readonly line: PublicLine }
  /** In already, with nothing left to do here; `pageUrl` says until when. */
  | { readonly kind: "inside"; readonly pageUrl: string; readonly kept?: string | undefined }
  /** The place went to another device; `pageUrl` says so. */
  | { readonly kind: "moved"; readonly pageUrl: string; readonly kept?: string | undefined }
  | { readonly kind: "used" }
  | { readonly kind: "spent" }
  | { readonly kind: "soldout" }
  | { readonly kind: "challenge"; readonly challenge: OfferedChallenge }
  /** `line` is absent in the answer of a process of the version before. */
  | { readonly kind: "noted"; readonly line: PublicLine | null }
  | Failure;

/** `status` is 0 when no answer came. */
export type Failure = {
  readonly kind: "failed";
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number;
};

type Fields = Readonly<Record<string, unknown>>;

/** Reads an answer of the server; whatever is not exactly one of ours counts as a failure. */
export function readAnswer(step: Step, status: number, body: unknown): Answer {
  const fields = fieldsOf(body);
  if (status < 200 || status > 299) return failure(status, fields);
  const { line: shown } = fields;
  if (step === "near" && fields["status"] !== "moved")
    return { kind: "noted", line: isLine(shown) ? shown : null };
  if (step === "line") return isLine(body) ? { kind: "line", line: body } : failure(status, fields);
  return personalAnswer(fields) ?? failure(status, fields);
}

/** The failure of a question that got no answer. */
export const NO_ANSWER: Failure = { kind: "failed", status: 0, code: "", retryAfterMs: 0 };

function ledTo(kind: "inside" | "moved", fields: Fields): Answer | null {
  const pageUrl = textOf(fields["pageUrl"]);
  return pageUrl === undefined ? null : { kind, pageUrl, kept: textOf(fields["kept"]) };
}

function personalAnswer(fields: Fields): Answer | null {
  const { line, number } = fields;
  const retryAfterMs = milliseconds(fields["retryAfterMs"]);
  switch (fields["status"]) {
    case "none":
    case "closed":
    case "used":
    case "spent":
    case "soldout":
      return { kind: fields["status"] };
    case "challenge": {
      const { challenge } = fields;
      return isChallenge(challenge) ? { kind: "challenge", challenge } : null;
    }
    case "inside":
      return ledTo("inside", fields);
    // The page that is named says what became of the place.
    case "moved":
    case "dropped":
      return ledTo("moved", fields);
    case "full":
      return { kind: "full", retryAfterMs };
    case "waiting":
      return isLine(line) && typeof number === "number"
        ? {
            kind: "waiting",
            number,
            turn: fields["turn"] === true,
            line,
            receipt: textOf(fields["receipt"]),
            kept: textOf(fields["kept"]),
            joinedAt: milliseconds(fields["joinedAt"]) || undefined,
            supportCode: textOf(fields["supportCode"]),
            queueId: textOf(fields["queueId"]),
            stockMayEnd: fields["stockMayEnd"] === true,
          }
        : null;
    case "wait":
      return isLine(line) ? { kind: "wait", retryAfterMs, line } : null;
    case "admitted":
      return {
        kind: "admitted",
        number: typeof number === "number" ? number : null,
        redirectUrl: textOf(fields["redirectUrl"]) ?? null,
        kept: textOf(fields["kept"]),
      };
    default:
      return null;
  }
}

function failure(status: number, fields: Fields): Failure {
  const code = textOf(fields["code"]) ?? "";
  return { kind: "failed", status, code, retryAfterMs: milliseconds(fields["retryAfterMs"]) };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function milliseconds(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

/** What names its own script is ours; the script reads the rest. */
function isChallenge(value: unknown): value is OfferedChallenge {
  return textOf(fieldsOf(value)["script"]) !== undefined;
}

/** Whole JSON of this version is ours; `holes` alone is an array that would be walked. */
function isLine(value: unknown): value is PublicLine {
  const fields = fieldsOf(value);
  return fields["v"] === 1 && typeof fields["now"] === "number" && Array.isArray(fields["holes"]);
}
