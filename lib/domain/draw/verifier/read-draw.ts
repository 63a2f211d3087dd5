import type { Octets } from "./octets";

/** The fields of a published draw as they stand in its file. */
export type DrawFile = {
  readonly commitment: CommitmentFields;
  readonly commitmentSignature: string;
  readonly groups: readonly (readonly [firstIndex: number, count: number, root: string])[];
  readonly freeze: FreezeFields;
  readonly beacon: BeaconFields;
  readonly label: string;
  readonly reason: string | null;
  readonly secret: string;
  readonly signature: string;
};

export type CommitmentFields = {
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: string;
  readonly secretHash: string;
  readonly startAtMs: number;
  readonly source: SourceFields;
};

export type SourceFields =
  | {
      readonly type: "http-beacon";
      readonly urls: readonly string[];
      readonly field: string;
      readonly round: number;
      readonly roundAtMs: number;
    }
  | { readonly type: "typed"; readonly name: string }
  | { readonly type: "none" };

type FreezeFields = {
  readonly members: number;
  readonly totalRoot: string;
  readonly frozenAtMs: number;
  readonly signature: string;
};

export type BeaconFields =
  | {
      readonly type: "http-beacon";
      readonly url: string;
      readonly round: number;
      readonly value: string;
      readonly receivedAtMs: number;
    }
  | { readonly type: "typed"; readonly value: string }
  | { readonly type: "none" };

/** The texts that are signed, exactly as they stand in the file. */
export type DrawTexts = { readonly commitment: string; readonly unsigned: string };

/**
 * Reads a published draw. The fields are written out again in the one published form: a file whose
 * bytes differ from that in any way is refused with a sentence.
 */
export function readDraw(file: Octets): { draw: DrawFile; texts: DrawTexts } {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
  const draw = drawOf(new Fields(JSON.parse(text), "draw"));
  const { signature, ...unsigned } = published(draw);
  const again = `${JSON.stringify({ ...unsigned, signature })}\n`;
  if (again !== text) throw new RangeError("the file is not in the one published form");
  const { commitment } = unsigned;
  return {
    draw,
    texts: { commitment: JSON.stringify(commitment), unsigned: JSON.stringify(unsigned) },
  };
}

/** In the published order; both reading and writing name each field, so none can be smuggled in. */
function published(draw: DrawFile) {
  const { customerId, eventId, runId, secretHash, startAtMs, source } = draw.commitment;
  const rule = "swap-or-not-90";
  return {
    v: 1,
    commitment: { v: 1, customerId, eventId, runId, secretHash, rule, startAtMs, source },
    commitmentSignature: draw.commitmentSignature,
    groups: draw.groups,
    freeze: draw.freeze,
    beacon: draw.beacon,
    label: draw.label,
    reason: draw.reason,
    secret: draw.secret,
    signature: draw.signature,
  };
}

function drawOf(fields: Fields): DrawFile {
  const freeze = fields.inner("freeze");
  return {
    commitment: commitmentOf(fields.inner("commitment")),
    commitmentSignature: fields.hex("commitmentSignature", 64),
    groups: fields.list("groups").map(groupOf),
    freeze: {
      members: freeze.whole("members", 0xffff_ffff),
      totalRoot: freeze.hex("totalRoot", 32),
      frozenAtMs: freeze.whole("frozenAtMs"),
      signature: freeze.hex("signature", 64),
    },
    beacon: beaconOf(fields.inner("beacon")),
    label: fields.text("label"),
    reason: fields.textOrNull("reason"),
    secret: fields.hex("secret", 32),
    signature: fields.hex("signature", 64),
  };
}

function commitmentOf(fields: Fields): CommitmentFields {
  return {
    customerId: fields.text("customerId", /^[a-z0-9]{3,20}$/),
    eventId: fields.text("eventId", /^[a-z0-9]{3,20}$/),
    runId: fields.text("runId", /^[\w-]{1,64}$/),
    secretHash: fields.hex("secretHash", 32),
    startAtMs: fields.whole("startAtMs"),
    source: sourceOf(fields.inner("source")),
  };
}

function sourceOf(fields: Fields): SourceFields {
  const type = fields.text("type");
  if (type === "none") return { type };
  if (type === "typed") return { type, name: fields.text("name") };
  if (type !== "http-beacon") throw new RangeError(`the source "${type}" is unknown`);
  return {
    type,
    urls: fields.list("urls").map((url) => new Fields({ url }, "urls").text("url")),
    field: fields.text("field"),
    round: fields.whole("round"),
    roundAtMs: fields.whole("roundAtMs"),
  };
}

function beaconOf(fields: Fields): BeaconFields {
  const type = fields.text("type");
  if (type === "none") return { type };
  if (type === "typed") return { type, value: fields.text("value") };
  if (type !== "http-beacon") throw new RangeError(`the beacon "${type}" is unknown`);
  return {
    type,
    url: fields.text("url"),
    round: fields.whole("round"),
    value: fields.text("value", /^([0-9a-f]{2}){32,64}$/),
    receivedAtMs: fields.whole("receivedAtMs"),
  };
}

function groupOf(entry: unknown): DrawFile["groups"][number] {
  if (!Array.isArray(entry)) throw new RangeError("a group is no list");
  const fields = new Fields(entry, "group");
  return [fields.whole("0"), fields.whole("1", 0xffff_ffff), fields.hex("2", 32)];
}

/** Typed access to what JSON held; every mistake names the field. */
class Fields {
  readonly #holder: object;
  readonly #name: string;

  constructor(holder: unknown, name: string) {
    if (typeof holder !== "object" || holder === null) throw new RangeError(`${name} is no object`);
    this.#holder = holder;
    this.#name = name;
  }

  inner(key: string): Fields {
    return new Fields(this.#value(key), key);
  }

  list(key: string): readonly unknown[] {
    const value = this.#value(key);
    return Array.isArray(value) ? value : this.#refuse(key);
  }

  text(key: string, form = /^/): string {
    const value = this.#value(key);
    return typeof value === "string" && form.test(value) ? value : this.#refuse(key);
  }

  textOrNull(key: string): string | null {
    return this.#value(key) === null ? null : this.text(key);
  }

  hex(key: string, bytes: number): string {
    return this.text(key, new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
  }

  whole(key: string, most = Number.MAX_SAFE_INTEGER): number {
    const value = this.#value(key);
    const isWhole = typeof value === "number" && Number.isInteger(value);
    return isWhole && value >= 0 && value <= most ? value : this.#refuse(key);
  }

  #value(key: string): unknown {
    return Object.hasOwn(this.#holder, key) ? Reflect.get(this.#holder, key) : undefined;
  }

  #refuse(key: string): never {
    throw new RangeError(`"${key}" of "${this.#name}" is missing or malformed`);
  }
}
