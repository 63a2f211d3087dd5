/** What of an audit entry may be about a person: it stands outside the chain, and its salted digest inside. */
export const AUDIT_FIELDS = ["actor", "subject", "summary", "details"] as const;

export type AuditField = (typeof AUDIT_FIELDS)[number];

/** A value for each of these fields; of salts, what was erased is missing. */
export type AuditDigests = Readonly<Record<AuditField, string>>;
export type AuditSalts = Readonly<Partial<Record<AuditField, string>>>;

/** An entry as a link has it. `at` and `number` say when and in which order it was written. */
export type LinkedEntry = {
  readonly id: string;
  readonly number: string;
  readonly at: string;
  readonly actorType: string;
  readonly verb: string;
  readonly digests: AuditDigests;
  readonly tag: string | null;
  /** False: the worker found that Stanchion had not written it. */
  readonly isTagged: boolean;
};

/** What a link says besides its place in the chain. */
export type LinkContent =
  /** The first of all: entries without a tag, of the version before, are taken until then. */
  | { readonly kind: "genesis"; readonly untaggedUntil: string | null }
  | { readonly kind: "entry"; readonly entry: LinkedEntry }
  | { readonly kind: "erasure"; readonly erasure: LinkedErasure }
  /** All links up to `through`, whose hash was `hash`, were old and are gone. */
  | {
      readonly kind: "checkpoint";
      readonly through: number;
      readonly hash: string;
      readonly removed: number;
      readonly since: string;
      readonly untaggedUntil: string | null;
    };

export type LinkedErasure = {
  readonly id: string;
  readonly at: string;
  readonly fields: readonly string[];
  readonly entryIds: readonly string[];
  readonly tag: string;
};

/** One link: what is hashed is its canonical text. */
export type LinkBody = {
  readonly v: 1;
  readonly customer: string;
  readonly seq: number;
  /** When the worker made the link. */
  readonly at: string;
  /** The hash of the link before; of the first, "". */
  readonly previous: string;
  readonly content: LinkContent;
};

/** JSON with the fields of each object in order, so that equal values have one text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Where a customer's chain stood at a moment, as it is mailed and written outside the database. */
export type AuditAnchor = {
  /** The customer's id on the wire. */
  readonly customer: string;
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
};

const ANCHOR =
  /stanchion-audit\/1 customer=([a-z0-9]{3,20}) seq=(\d{1,10}) hash=([\w-]{43}) at=([\dT:.Z-]{20,30})/g;

/** An anchor as one line of text. */
export function writeAnchor({ customer, seq, hash, at }: AuditAnchor): string {
  return `stanchion-audit/1 customer=${customer} seq=${seq} hash=${hash} at=${at}`;
}

/** A line of the anchor file: what stands before it of this customer counts no longer. */
export function writeAcceptance(customer: string, at: string): string {
  return `stanchion-audit-accepted customer=${customer} at=${at}`;
}

/** The anchors of an anchor file that still count. */
export function readAnchorFile(text: string): readonly AuditAnchor[] {
  const counting = new Map<string, AuditAnchor[]>();
  for (const line of text.split("\n")) {
    const accepted = /^stanchion-audit-accepted customer=([a-z0-9]{3,20}) /.exec(line)?.[1];
    if (accepted !== undefined) counting.delete(accepted);
    for (const anchor of readAnchors(line)) {
      const known = counting.get(anchor.customer);
      if (known === undefined) counting.set(anchor.customer, [anchor]);
      else known.push(anchor);
    }
  }
  return [...counting.values()].flat();
}

/** All anchors in a text: a log, a file of lines, a mail as somebody copied or as a mail program stored it. */
export function readAnchors(text: string): readonly AuditAnchor[] {
  const found = [text, unquoted(text), ...base64Parts(text)].flatMap((readable) => [
    ...readable.matchAll(ANCHOR),
  ]);
  return found.map(([, customer = "", seq = "", hash = "", at = ""]) => ({
    customer,
    seq: Number(seq),
    hash,
    at,
  }));
}

/** The ASCII of a text in quoted-printable (RFC 2045). An anchor that was not encoded becomes none, so none is found twice. */
function unquoted(text: string): string {
  return text
    .replace(/=[ \t]*\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What stands in a text in base64, as the parts of a mail may; its lines are as long as RFC 2045 lets them be. */
function base64Parts(text: string): readonly string[] {
  const parts =
    text.match(/(?:^[A-Za-z0-9+/]{60,76}\r?\n)+(?:[A-Za-z0-9+/]{1,76}={0,2}\r?$)?/gm) ?? [];
  return parts.map((part) => {
    try {
      return atob(part.replace(/\s/g, ""));
    } catch {
      return "";
    }
  });
}
