import type { Octets } from "./octets";

/** The fields of a published draw as they stand in its file. */
export type DrawFile = {
  readonly version: 1 | 2;
  readonly commitment: CommitmentFields;
  readonly commitmentSignature: string;
  readonly groups: readonly GroupFields[];
  readonly freeze: FreezeFields;
  /** First index and count of ranges; empty in version 1. */
  readonly excluded: readonly (readonly [firstIndex: number, count: number])[];
  readonly beacon: BeaconFields;
  readonly label: string;
  readonly reason: string | null;
  readonly secret: string;
  readonly signature: string;
};

/** The lane is there where it is not the first. */
export type GroupFields =
  | readonly [firstIndex: number, count: number, root: string]
  | readonly [firstIndex: number, count: number, root: string, lane: number];

export type CommitmentFields = {
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: string;
  readonly secretHash: string;
  readonly startAtMs: number;
  readonly source: SourceFields;
  readonly exclusion: { readonly action: string; readonly fromScore: number } | null;
  readonly lanes: readonly { readonly key: string; readonly weight: number }[] | null;
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
  /** In version 2 only. */
  readonly excludedMembers?: number;
  readonly excludedHash?: string;
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
  const { version: v, commitment } = draw;
  const { customerId, eventId, runId, secretHash, startAtMs, source } = commitment;
  const rule = v === 1 ? "swap-or-not-90" : "lanes-swap-or-not-90";
  const { exclusion, lanes } = commitment;
  const added = v === 1 ? {} : { exclusion, lanes };
  return {
    v,
    commitment: { v, customerId, eventId, runId, secretHash, rule, startAtMs, source, ...added },
    commitmentSignature: draw.commitmentSignature,
    groups: draw.groups,
    freeze: draw.freeze,
    ...(v === 1 ? {} : { excluded: draw.excluded }),
    beacon: draw.beacon,
    label: draw.label,
    reason: draw.reason,
    secret: draw.secret,
    signature: draw.signature,
  };
}

function drawOf(fields: Fields): DrawFile {
  const freeze = fields.inner("freeze");
  const version = fields.whole("v") === 2 ? 2 : 1;
  const exclusions = version === 2 && {
    excludedMembers: freeze.whole("excludedMembers", 0xffff_ffff),
    excludedHash: freeze.hex("excludedHash", 32),
  };
  return {
    version,
    commitment: commitmentOf(fields.inner("commitment"), version),
    commitmentSignature: fields.hex("commitmentSignature", 64),
    groups: fields.list("groups").map(groupOf),
    excluded: version === 2 ? fields.list("excluded").map(rangeOf) : [],
    freeze: {
      members: freeze.whole("members", 0xffff_ffff),
      totalRoot: freeze.hex("totalRoot", 32),
      ...(exclusions || {}),
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

function commitmentOf(fields: Fields, version: 1 | 2): CommitmentFields {
  return {
    customerId: fields.text("customerId", /^[a-z0-9]{3,20}$/),
    eventId: fields.text("eventId", /^[a-z0-9]{3,20}$/),
    runId: fields.text("runId", /^[\w-]{1,64}$/),
    secretHash: fields.hex("secretHash", 32),
    startAtMs: fields.whole("startAtMs"),
    source: sourceOf(fields.inner("source")),
    exclusion: version === 2 ? fields.orNull("exclusion", exclusionOf) : null,
    lanes: version === 2 ? fields.orNull("lanes", lanesOf) : null,
  };
}

function exclusionOf(holder: Fields, key: string): NonNullable<CommitmentFields["exclusion"]> {
  const fields = holder.inner(key);
  const fromScore = fields.whole("fromScore", 100);
  return { action: fields.text("action", /^(last|drop)$/), fromScore };
}

function lanesOf(holder: Fields, key: string): NonNullable<CommitmentFields["lanes"]> {
  return holder.list(key).map((entry) => {
    const fields = new Fields(entry, key);
    const weight = fields.whole("weight", 10_000);
    if (weight === 0) throw new RangeError("a lane has no weight");
    return { key: fields.text("key", /^[a-z][a-z0-9-]{0,19}$/), weight };
  });
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
  const range = [fields.whole("0"), fields.whole("1", 0xffff_ffff)] as const;
  const root = fields.hex("2", 32);
  return entry.length < 4 ? [...range, root] : [...range, root, fields.lane("3")];
}

function rangeOf(entry: unknown): DrawFile["excluded"][number] {
  const fields = new Fields(entry, "excluded");
  return [fields.whole("0"), fields.whole("1", 0xffff_ffff)];
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

  orNull<T>(key: string, read: (holder: Fields, key: string) => T): T | null {
    return this.#value(key) === null ? null : read(this, key);
  }

  /** One of the lanes behind the first: that one is left out. */
  lane(key: string): number {
    const lane = this.whole(key, 255);
    return lane > 0 ? lane : this.#refuse(key);
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
