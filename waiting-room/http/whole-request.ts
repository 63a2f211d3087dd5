import { IncomingMessage } from "node:http";
import type { TraceIds } from "@/lib/platform/observability/traces/traced";

type Reader = {
  readonly longestBytes: number;
  readonly done: (body: Buffer) => void;
  readonly refused: (code: "too-large" | "bad-request") => void;
};

/** A body that came before anybody asked for it, or why there is none. */
type Held = { readonly body: Buffer } | { readonly refused: "too-large" | "bad-request" };

/** Four times the longest body that anybody wants, so that a site that sends too much hears so. */
const DROPPED_BYTES_MAX = 1_048_576;
const NOTHING = Buffer.alloc(0);

/**
 * A request that keeps its small body in memory. Reading it as a stream would cost a visitor's POST more than
 * all other work on it. A body that nobody asked for is dropped as it arrives,
 * and one of more than 1 MB ends the connection.
 */
export class WholeRequest extends IncomingMessage {
  /** What the router has found: what follows the event in the path, or a pattern; "" before that, and for nothing. */
  route = "";
  /** When it was read, for those who measure. */
  readAtUs = 0;
  /** Set for the few that are traced. */
  declare trace?: TraceIds;
  /** True once it has shown an API key of a customer. */
  declare isFromSite?: boolean;
  private reader: Reader | null = null;
  private isHolding = false;
  private held: Held | null = null;
  private hasBegun = false;
  private hasEnded = false;
  private body: Buffer = NOTHING;
  private size = 0;
  private dropped = 0;

  static {
    // Node keeps a request that has not ended until the next one on its connection. It reads this property of
    // streams, which its types do not let a class define.
    Object.defineProperty(WholeRequest.prototype, "readableEnded", {
      get(this: WholeRequest) {
        return this.hasEnded;
      },
    });
  }

  /**
   * Calls `reader` once: with the whole body, or with the reason why there is none (too long, or broken off).
   * Never calls it when the request was answered before that. Throws when part of the body has arrived
   * already: ask for it in the turn of the event loop in which the request came, or `hold` it then.
   */
  readWhole(reader: Reader): void {
    if (this.isHolding) {
      this.handOver(reader);
      return;
    }
    if (this.hasBegun) throw new Error("The body was asked for after it had come.");
    this.reader = reader;
    // The visitor is gone before the end: nobody will read the answer.
    this.on("error", () => this.takeReader()?.refused("bad-request"));
  }

  /** Keeps a body of up to so many bytes until somebody asks for it, in a later turn. */
  hold(longestBytes: number): void {
    this.readWhole({
      longestBytes,
      done: (body) => {
        this.held = { body };
      },
      refused: (refused) => {
        this.held = { refused };
      },
    });
    this.isHolding = true;
  }

  private handOver(reader: Reader): void {
    const { held } = this;
    this.isHolding = false;
    if (held === null) {
      if (this.size > reader.longestBytes) reader.refused("too-large");
      // The rest of it is still to come.
      else this.reader = reader;
    } else if ("refused" in held) reader.refused(held.refused);
    else if (held.body.length > reader.longestBytes) reader.refused("too-large");
    else reader.done(held.body);
  }

  /** What Node's parser calls with each part of the body, and with null at its end. */
  override push(part: Buffer | null): boolean {
    this.hasBegun = true;
    if (part === null) return this.end();
    if (this.reader === null) return this.dropPart(part);
    if (this.size + part.length <= this.reader.longestBytes) return this.keep(part);
    this.body = NOTHING;
    this.takeReader()?.refused("too-large");
    return false;
  }

  /** What Node calls after the answer to drain what is left. */
  override resume(): this {
    this.reader = null;
    if (!this.hasEnded && this.mayBeLong()) this.socket.destroySoon();
    return super.resume();
  }

  /** A body that nobody wants is read a little, so that a usual client still hears the answer, and no further. */
  private dropPart(part: Buffer): boolean {
    this.dropped += part.length;
    if (this.dropped <= DROPPED_BYTES_MAX) return true;
    this.socket.destroy();
    return false;
  }

  /** Node would read it to its end, for as long as a request may take. */
  private mayBeLong(): boolean {
    const length = Number(this.headers["content-length"] ?? 0);
    return length > DROPPED_BYTES_MAX || this.headers["transfer-encoding"] !== undefined;
  }

  private end(): boolean {
    this.hasEnded = true;
    // Tells Node that it need not drain the body after the answer.
    this._read(0);
    this.takeReader()?.done(this.body.subarray(0, this.size));
    return true;
  }

  /** A body in one part is not copied; one in many small parts takes at most twice its size. */
  private keep(part: Buffer): boolean {
    const size = this.size + part.length;
    if (this.size === 0) this.body = part;
    else {
      if (size > this.body.length) this.body = Buffer.concat([this.body], 2 * size);
      part.copy(this.body, this.size);
    }
    this.size = size;
    return true;
  }

  private takeReader(): Reader | null {
    const { reader } = this;
    this.reader = null;
    return reader;
  }
}
