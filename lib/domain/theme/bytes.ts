/** Reads numbers and texts of a file; beyond its end everything is 0. */
export class FileBytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get length(): number {
    return this.bytes.length;
  }

  byte(at: number): number {
    return this.bytes[at] ?? 0;
  }

  /** The most significant byte first. */
  big(at: number, length: number): number {
    let value = 0;
    for (let index = 0; index < length; index += 1) value = value * 256 + this.byte(at + index);
    return value;
  }

  /** The least significant byte first. */
  little(at: number, length: number): number {
    let value = 0;
    for (let index = length - 1; index >= 0; index -= 1) {
      value = value * 256 + this.byte(at + index);
    }
    return value;
  }

  /** One character for each byte. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }

  startsWith(expected: readonly number[]): boolean {
    return expected.every((byte, index) => this.bytes[index] === byte);
  }
}
