import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Within this time a usual client has sent what it asks. */
const USUAL_HEAD_MS = 1_000;
/** More of all connections than this have no whole head only where somebody means it. */
const USUAL_SHARE_OF_HEADS = 1 / 8;

/** A connection is in one of these at most, and in the same one of each of its groups. */
type ListName = "heads" | "idle" | "bodies";

/** Where a connection stands in the lists of one group. */
class Entry {
  readonly connection: Connection;
  readonly group: Group;
  before: Entry | null = null;
  after: Entry | null = null;

  constructor(connection: Connection, group: Group) {
    this.connection = connection;
    this.group = group;
  }
}

/** Connections in order. A set would leave garbage behind each that goes and comes again with every request. */
class List {
  size = 0;
  first: Entry | null = null;
  private last: Entry | null = null;

  add(entry: Entry): void {
    entry.before = this.last;
    if (this.last === null) this.first = entry;
    else this.last.after = entry;
    this.last = entry;
    this.size += 1;
  }

  delete(entry: Entry): void {
    const { before, after } = entry;
    if (before === null) this.first = after;
    else before.after = after;
    if (after === null) this.last = before;
    else after.before = before;
    entry.before = null;
    entry.after = null;
    this.size -= 1;
  }
}

/** Connections of one source, or of all. */
class Group {
  /** Null for the group of all. */
  readonly source: string | null;
  open = 0;
  /** Without a whole request head so far; the oldest first. */
  readonly heads: List = new List();
  /** Answered, and without a new request; the longest idle first. */
  readonly idle: List = new List();
  /** Whose request has a body, which may not be there yet; the oldest request first. */
  readonly bodies: List = new List();

  constructor(source: string | null) {
    this.source = source;
  }

  /** Which of them gives way to a newcomer; none where all are busy. */
  get first(): Connection | undefined {
    const head = this.heads.first?.connection;
    const idle = this.idle.first?.connection;
    if (head !== undefined && this.isSlow(head)) return head;
    return idle ?? this.firstBody ?? head;
  }

  /** A few connections that were opened just now are those of people whose requests are on their way. */
  private isSlow({ openedAtMs }: Connection): boolean {
    const isCrowd = this.heads.size > USUAL_SHARE_OF_HEADS * this.open;
    return isCrowd || performance.now() - openedAtMs > USUAL_HEAD_MS;
  }

  private get firstBody(): Connection | undefined {
    for (let entry = this.bodies.first; entry !== null; entry = this.bodies.first) {
      if (entry.connection.latest?.complete === false) return entry.connection;
      // Each is looked at once, until its next request.
      move(entry.connection, null);
    }
    return undefined;
  }
}

/** One connection, and what is asked on it. */
export class Connection {
  readonly socket: Socket;
  /** One for each of its groups. */
  readonly entries: readonly Entry[];
  readonly openedAtMs: number = performance.now();
  /** Where its groups have it. */
  list: ListName | null = null;
  /** Requests that are worked on. */
  underWay = 0;
  /** The last of them that has a body. */
  latest: IncomingMessage | null = null;
  /** Begins what was read and waits for what is under way. */
  readonly waiting: (() => void)[] = [];
  /** Nothing more is read from it. */
  isPaused = false;
  /** What reads on is told so. */
  isWatched = false;
  isGone = false;

  constructor(socket: Socket, groups: readonly Group[]) {
    this.socket = socket;
    this.entries = groups.map((group) => new Entry(this, group));
  }
}

/** Puts a connection last in one of the lists, or in none, and takes it from where it was. */
function move(connection: Connection, to: ListName | null): void {
  const { list: from, entries } = connection;
  for (const entry of entries) {
    if (from !== null) entry.group[from].delete(entry);
    if (to !== null) entry.group[to].add(entry);
  }
  connection.list = to;
}

/** How many connections a table holds. */
export interface TableLimits {
  readonly connectionsMax: number;
  readonly ofSourceMax: number;
}

/** The connections of a server: how many each source has, and which gives way. */
export class ConnectionTable {
  /** Requests of all connections that wait. */
  waiting = 0;
  private readonly limits: TableLimits;
  private readonly all: Group = new Group(null);
  private readonly sources: Map<string, Group> = new Map();

  constructor(limits: TableLimits) {
    this.limits = limits;
  }

  /**
   * Takes a new connection in, in the place of another one at a limit; null where none gives way. Those of the
   * source null are counted with all alone.
   */
  admit(socket: Socket, source: string | null): Connection | null {
    const { connectionsMax, ofSourceMax } = this.limits;
    const own = source === null ? undefined : this.sources.get(source);
    if (own !== undefined && own.open >= ofSourceMax && !this.makeRoom(own)) return null;
    if (this.all.open >= connectionsMax && !this.makeRoom(this.all)) return null;
    const groups = source === null ? [this.all] : [this.all, this.groupOf(source)];
    const connection = new Connection(socket, groups);
    for (const group of groups) group.open += 1;
    move(connection, "heads");
    socket.once("close", () => this.forget(connection));
    return connection;
  }

  /** Another request of a connection is worked on. */
  begin(connection: Connection, request: IncomingMessage): void {
    connection.underWay += 1;
    const hasBody = request.method !== "GET" && !request.complete;
    if (hasBody) {
      connection.latest = request;
      move(connection, "bodies");
    } else if (connection.underWay === 1) move(connection, null);
  }

  /** A request of a connection is over: begins the one that waits, if one does. */
  end(connection: Connection): void {
    connection.underWay -= 1;
    if (connection.isGone) return;
    const next = connection.waiting.shift();
    if (next !== undefined) {
      this.waiting -= 1;
      next();
    } else if (connection.underWay === 0) move(connection, "idle");
  }

  /** Keeps a request of a connection until an earlier one is over. */
  wait(connection: Connection, begin: () => void): void {
    this.waiting += 1;
    connection.waiting.push(begin);
  }

  /** Cuts the connection off that gives way first; false where none does. */
  private makeRoom({ first }: Group): boolean {
    if (first === undefined) return false;
    // At once: its socket closes only later.
    this.forget(first);
    first.socket.destroy();
    return true;
  }

  /** What waits on a connection that is gone is dropped. */
  private forget(connection: Connection): void {
    if (connection.isGone) return;
    connection.isGone = true;
    this.waiting -= connection.waiting.length;
    connection.waiting.length = 0;
    move(connection, null);
    for (const { group } of connection.entries) {
      group.open -= 1;
      if (group.open === 0 && group.source !== null) this.sources.delete(group.source);
    }
  }

  private groupOf(source: string): Group {
    const known = this.sources.get(source) ?? new Group(source);
    this.sources.set(source, known);
    return known;
  }
}
