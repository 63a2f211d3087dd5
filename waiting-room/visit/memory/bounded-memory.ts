type Held<Value> = { readonly value: Value; readonly bytes: number };

/** Values by name up to so many bytes together; those that were asked for the longest ago make room. */
export class BoundedMemory<Value> {
  private readonly bytesMax: number;
  private readonly values = new Map<string, Held<Value>>();
  private bytes = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  /** How many bytes are held now. */
  get size(): number {
    return this.bytes;
  }

  get(name: string): Value | undefined {
    const held = this.values.get(name);
    if (held === undefined) return undefined;
    // A map keeps the order in which names were set.
    this.values.delete(name);
    this.values.set(name, held);
    return held.value;
  }

  /** A value that is larger than everything together may be is not kept. */
  set(name: string, value: Value, bytes: number): void {
    this.delete(name);
    if (bytes > this.bytesMax) return;
    this.values.set(name, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.values.keys()) {
      if (this.bytes <= this.bytesMax) return;
      this.delete(oldest);
    }
  }

  private delete(name: string): void {
    const held = this.values.get(name);
    if (held === undefined) return;
    this.values.delete(name);
    this.bytes -= held.bytes;
  }
}
