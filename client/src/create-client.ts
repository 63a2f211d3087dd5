import { ROUTES } from "./generated/routes.ts";
import type { Operations } from "./generated/types.ts";
import { type Answer, type CallOptions, type Request, type Server, send } from "./send.ts";

export type OperationId = keyof Operations;

type Input<Id extends OperationId> = Operations[Id]["input"];
type Output<Id extends OperationId> = Operations[Id]["output"];
type Page<Item> = { items: Item[]; nextCursor: string | null };
/** The input may be left out where none of it is required. */
type Arguments<Id extends OperationId> =
  Record<string, never> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];

/** The operations that answer a list, page by page. */
export type ListId = {
  [Id in OperationId]: Output<Id> extends Page<infer _Item> ? Id : never;
}[OperationId];

type Item<Id extends ListId> = Output<Id> extends Page<infer One> ? One : never;

type Methods = {
  readonly [Id in OperationId]: (...args: Arguments<Id>) => Promise<Output<Id>>;
};

/** A request of an operation that this version does not know. */
export type RawRequest = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below `/api/v1`, such as `/events/springsale`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
};

/**
 * A method for each operation of the API. Those that change something are carried out once however often they are repeated,
 * and answer an `Approval` where a second person is asked first. All reject with a `StanchionError`.
 */
export type Client = Methods & {
  /** The same as the method of that name, with the status and headers of the answer. */
  readonly send: <Id extends OperationId>(
    id: Id,
    ...args: Arguments<Id>
  ) => Promise<Answer<Output<Id>>>;
  /** Every item of a list; pages are fetched as they are needed. */
  readonly each: <Id extends ListId>(
    id: Id,
    ...args: Arguments<Id>
  ) => AsyncGenerator<Item<Id>, void, undefined>;
  readonly request: (request: RawRequest, options?: CallOptions) => Promise<Answer<unknown>>;
};

export type ClientOptions = {
  /** Where the console is, such as `https://console.example.com`. */
  readonly url: string;
  /** An API key. Without one only what takes none can be called. */
  readonly key?: string;
  /** How often a failed attempt is repeated; 3 if left out. */
  readonly retries?: number;
  /** For each attempt; 30,000 if left out. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
};

type Values = Readonly<Record<string, unknown>>;

/** Makes a client of one installation for the holder of one key. Throws a `TypeError` for a URL that is none. */
export function createClient(options: ClientOptions): Client {
  const { url, key, retries = 3, timeoutMs = 30_000 } = options;
  const base = `${new URL(url).href.replace(/[?#].*$/, "").replace(/\/+$/, "")}/api/v1`;
  const server: Server = {
    ...{ base, key, retries, timeoutMs },
    // A browser's own is called on its window.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
  };
  const sendTo = (id: OperationId, input: Values = {}, call?: CallOptions) =>
    send(server, requestOf(ROUTES[id], input), call);

  async function* each(id: OperationId, input: Values = {}, call?: CallOptions) {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { data } = await sendTo(id, cursor === undefined ? input : { ...input, cursor }, call);
      // The types let only lists in.
      const page = data as Page<unknown>;
      yield* page.items;
      cursor = page.nextCursor;
    }
  }

  const methods = Object.keys(ROUTES).map((id) => [
    id,
    async (input?: Values, call?: CallOptions) =>
      (await sendTo(id as OperationId, input, call)).data,
  ]);
  const request = ({ method, path, query = {}, body }: RawRequest, call?: CallOptions) =>
    send(server, { method, path: path + queryOf(query), body }, call);
  // What is answered is what the document of the API says.
  return { ...Object.fromEntries(methods), send: sendTo, each, request } as Client;
}

function requestOf(route: string, input: Values): Request {
  const [method = "", template = ""] = route.split(" ");
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  if (method === "GET") return { method, path: path + queryOf(rest) };
  return Object.keys(rest).length === 0 ? { method, path } : { method, path, body: rest };
}

function queryOf(values: Values): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
