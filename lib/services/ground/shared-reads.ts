type Held<Value> = {
  readonly value: Value;
  readonly tags: readonly string[];
  /** When the read began, by the monotonic clock. */
  readonly readAtMs: number;
};

type Options<Value> = {
  /** How old what is answered may be. */
  readonly keptMs: number;
  /** What a value is about. Whoever changes that forgets the value. */
  readonly tagsOf: (value: Value) => readonly string[];
  /** How many values are held at most; the oldest go first. */
  readonly heldMax?: number;
};

/** A read that began: when, by the monotonic clock, and after which changes. */
type Begun = { readonly atMs: number; readonly changes: number };

/** As many as one process holds of one kind, unless its options say otherwise. */
const HELD_MAX = 10_000;

/**
 * What many ask for at once and one read answers. Nobody gets what is older than `keptMs`, counted from when it was
 * read, nor what was read before a change that this process has made and told by `forgetReads`. Who asks while a read
 * is under way shares it; one that fails is kept for nobody.
 */
export class SharedReads<Value> {
  private readonly held = new Map<string, Held<Value>>();
  private readonly underWay = new Map<string, Promise<Held<Value>>>();
  private changes = 0;

  private readonly options: Options<Value>;

  constructor(options: Options<Value>) {
    this.options = options;
  }

  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    return (await this.getDated(key, read)).value;
  }

  /** The same with the value's age, in milliseconds. */
  async getDated(
    key: string,
    read: () => Promise<Value>,
  ): Promise<{ readonly value: Value; readonly ageMs: number }> {
    const known = this.held.get(key);
    const isFresh = known !== undefined && performance.now() - known.readAtMs < this.options.keptMs;
    const { value, readAtMs } = isFresh ? known : await this.readOnce(key, read);
    return { value, ageMs: performance.now() - readAtMs };
  }

  /** To be called before something is read that is to be kept. */
  begin(): Begun {
    return { atMs: performance.now(), changes: this.changes };
  }

  /** Keeps what somebody has read anyway, unless something has changed since they began. */
  keep(key: string, value: Value, { atMs, changes }: Begun): void {
    if (changes !== this.changes) return;
    this.held.delete(key);
    if (this.held.size >= (this.options.heldMax ?? HELD_MAX)) {
      const [oldest] = this.held.keys();
      if (oldest !== undefined) this.held.delete(oldest);
    }
    this.held.set(key, { value, tags: this.options.tagsOf(value), readAtMs: atMs });
  }

  /** Forgets what is about `tag`, or everything. Reads under way answer those who wait for them, and nobody else. */
  forget(tag?: string): void {
    this.changes += 1;
    this.underWay.clear();
    for (const [key, { tags }] of this.held) {
      if (tag === undefined || tags.includes(tag)) this.held.delete(key);
    }
  }

  /** Forgets one value, also one that is being read. */
  forgetOne(key: string): void {
    this.held.delete(key);
    this.underWay.delete(key);
  }

  private readOnce(key: string, read: () => Promise<Value>): Promise<Held<Value>> {
    const running = this.underWay.get(key);
    if (running !== undefined) return running;
    const started = this.readNow(key, read).finally(() => {
      if (this.underWay.get(key) === started) this.underWay.delete(key);
    });
    this.underWay.set(key, started);
    return started;
  }

  private async readNow(key: string, read: () => Promise<Value>): Promise<Held<Value>> {
    const begun = this.begin();
    const value = await read();
    this.keep(key, value, begun);
    return { value, tags: this.options.tagsOf(value), readAtMs: begun.atMs };
  }
}

type Kept = Pick<SharedReads<unknown>, "forget">;

// On the global object for the same reason as the database client: a change has to reach what any copy of this module holds.
const holder: typeof globalThis & { stanchionReads?: Map<string, Kept> } = globalThis;
holder.stanchionReads ??= new Map();
const all = holder.stanchionReads;

/** The shared reads of one name, of which a process has one. */
export function sharedReads<Value>(name: string, options: Options<Value>): SharedReads<Value> {
  const known = all.get(name);
  // Each name stands in one file, with one type; the class may be that of another copy of this module.
  if (known !== undefined) return known as SharedReads<Value>;
  const made = new SharedReads<Value>(options);
  all.set(name, made);
  return made;
}

/** Forgets what this process has read about a customer or user, by its database id; without one, about everybody. */
export function forgetReads(tag?: string): void {
  for (const reads of all.values()) reads.forget(tag);
}
