import { IncomingMessage } from "node:http";

type Reader = {
  readonly longestBytes: number;
  readonly done: (body: Buffer) => void;
  readonly refused: (code: "too-large" | "bad-request") => void;
};

/**
 * A request that keeps its small body instead of making a stream of it, whose events cost a visitor's
 * POST more than all that is read from it. A body that nobody reads is thrown away as it comes.
 */
export class WholeRequest extends IncomingMessage {
  private reader: Reader | null = null;
  private hasCome = false;
  private chunks: Buffer[] = [];
  private size = 0;

  /**
   * Tells `reader` the whole body, or that it is longer than allowed or broke off. Throws when some of
   * the body has come already: it has to be asked for in the turn in which the request came.
   */
  readWhole(reader: Reader): void {
    if (this.hasCome) throw new Error("The body was asked for after it had come.");
    this.reader = reader;
    // The visitor is gone before the end: nobody will read the answer.
    this.on("error", () => reader.refused("bad-request"));
  }

  /** What Node's parser calls with each part of the body, and with null at its end. */
  override push(chunk: Buffer | null): boolean {
    this.hasCome = true;
    const { reader } = this;
    if (chunk === null) return this.end(reader);
    if (reader === null) return true;
    this.size += chunk.length;
    this.chunks.push(chunk);
    if (this.size <= reader.longestBytes) return true;
    this.reader = null;
    this.takeChunks();
    reader.refused("too-large");
    return false;
  }

  private end(reader: Reader | null): boolean {
    // Has been read to its end: Node need not drain it after the answer.
    this._read(0);
    this.reader = null;
    reader?.done(this.takeChunks());
    return true;
  }

  private takeChunks(): Buffer {
    const { chunks } = this;
    this.chunks = [];
    const [only] = chunks;
    return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  }
}
