/** The places of a crowd, as cookies; kept in one piece of memory. */
export class Places {
  private readonly bytes: Buffer;
  private readonly width: number;
  private readonly lengths: Uint16Array;

  constructor(count: number, width: number) {
    this.width = width;
    this.bytes = Buffer.allocUnsafe(count * width);
    this.lengths = new Uint16Array(count + 1);
  }

  /** Numbers begin at 1. Throws when a number comes twice. */
  keep(number: number, cookie: string): void {
    if (cookie.length > this.width || this.lengths[number] !== 0) {
      throw new Error(
        `Number ${number} came with ${cookie}, and not for the first time or too long.`,
      );
    }
    this.bytes.write(cookie, (number - 1) * this.width, "latin1");
    this.lengths[number] = cookie.length;
  }

  of(number: number): string {
    const at = (number - 1) * this.width;
    return this.bytes.toString("latin1", at, at + (this.lengths[number] ?? 0));
  }
}
