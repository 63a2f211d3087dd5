import { findQueueToken } from "../../core/queue-token-url.ts";
import { ajaxHeaders, markAsAjax } from "./ajax.ts";
import { readUrl } from "./options.ts";

const REDIRECT_HEADER = "x-queueit-redirect";

/** What interception needs of its page. */
export interface InterceptOptions {
  /** Hosts besides the page's own, with their ports where they have one. */
  readonly domains: readonly string[];
  readonly navigate: (address: string) => void;
  /** Resolves when the page is checked; at once where it is already. */
  readonly checked: () => Promise<void>;
  /** Hears of redirects that lead nowhere. */
  readonly refuse: (address: string) => void;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

type Follow = (redirect: string | null) => boolean;

/** Goes where an answer says; returns whether it does. */
function createFollow({ navigate, refuse }: InterceptOptions): Follow {
  return (redirect) => {
    if (redirect === null || redirect === "") return false;
    const address = decode(redirect);
    if (!/^https?:\/\//i.test(address)) {
      refuse(redirect);
      return false;
    }
    navigate(markAsAjax(address));
    return true;
  };
}

type View = Window & typeof globalThis;

interface Marks {
  /** The headers that a request gets. */
  readonly added: ReturnType<typeof ajaxHeaders>;
  /**
   * What it waits for. A request to another host does not carry the token with which the page was opened, only the
   * session that the check makes of it: before that the visitor would be sent back to the line.
   */
  readonly first: Promise<void> | null;
}

/** What becomes of a request; null leaves it alone. */
type MarksOf = (address: string) => Marks | null;

function createMarksOf(
  { document, location }: View,
  { domains, checked }: InterceptOptions,
): MarksOf {
  const hosts = new Set(domains.map((domain) => domain.toLowerCase()));
  // Routers change the address before the first request is made.
  const queueToken = findQueueToken(location.href);
  return (address) => {
    const url = readUrl(address, document.baseURI);
    const isOwn = url?.origin === location.origin;
    if (url === null || !(isOwn || hosts.has(url.host))) return null;
    return {
      added: ajaxHeaders(location.href, isOwn ? queueToken : null, Date.now()),
      first: isOwn || queueToken === null ? null : checked(),
    };
  };
}

/** Parts of a request that may stand in either argument of `fetch`. */
function readRequest(input: RequestInfo | URL, init: RequestInit | undefined) {
  const request = input instanceof Request ? input : null;
  return {
    address: request?.url ?? String(input),
    mode: init?.mode ?? request?.mode,
    headers: new Headers(init?.headers ?? request?.headers),
  };
}

function interceptFetch(view: View, marksOf: MarksOf, follow: Follow): void {
  const original = view.fetch;
  view.fetch = async (input, init) => {
    const { address, mode, headers } = readRequest(input, init);
    const marks = mode === "no-cors" ? null : marksOf(address);
    if (marks === null) return original.call(view, input, init);
    for (const [name, value] of marks.added) headers.set(name, value);
    if (marks.first !== null) await marks.first;
    const response = await original.call(view, input, { ...init, headers });
    // The page is left: nothing is to be made of an answer that is none.
    if (follow(response.headers.get(REDIRECT_HEADER))) return new Promise(() => undefined);
    return response;
  };
}

/** Keeps an answer that is none from the script that asked, as far as events can be kept. */
function createWatch(follow: Follow): (this: XMLHttpRequest, event: Event) => void {
  const left = new WeakSet<XMLHttpRequest>();
  return function (event) {
    const isNew = event.type === "readystatechange" && this.readyState === 2;
    // Asking for a header that is not exposed would be an error in the console.
    if (isNew && this.getAllResponseHeaders().toLowerCase().includes(REDIRECT_HEADER)) {
      if (follow(this.getResponseHeader(REDIRECT_HEADER))) left.add(this);
    }
    if (left.has(this)) event.stopImmediatePropagation();
  };
}

function interceptXhr(view: View, marksOf: MarksOf, follow: Follow): void {
  const { prototype } = view.XMLHttpRequest;
  const { abort, open, send } = prototype;
  const watch = createWatch(follow);
  const addresses = new WeakMap<XMLHttpRequest, string>();
  const cannotWait = new WeakSet<XMLHttpRequest>();
  const waiting = new WeakSet<XMLHttpRequest>();
  prototype.open = function (this: XMLHttpRequest, ...given: unknown[]): void {
    const address = String(given[1]);
    addresses.set(this, address);
    waiting.delete(this);
    if (given[2] === false) cannotWait.add(this);
    else cannotWait.delete(this);
    for (const type of ["readystatechange", "load", "loadend"]) {
      if (marksOf(address) === null) this.removeEventListener(type, watch);
      else this.addEventListener(type, watch);
    }
    Reflect.apply(open, this, given);
  };
  prototype.send = function (this: XMLHttpRequest, body): void {
    const { added = [], first = null } = marksOf(addresses.get(this) ?? "") ?? {};
    for (const [name, value] of added) this.setRequestHeader(name, value);
    if (first === null || cannotWait.has(this)) {
      send.call(this, body);
      return;
    }
    waiting.add(this);
    void first.then(() => waiting.delete(this) && send.call(this, body));
  };
  prototype.abort = function (this: XMLHttpRequest): void {
    waiting.delete(this);
    abort.call(this);
  };
}

/**
 * Adds the page's address to the requests that its scripts make to the page's own origin and to
 * the listed hosts. When an answer says that it is not the visitor's turn, the page goes to the
 * waiting room, and the script that asked hears nothing more. Requests elsewhere stay as they are.
 */
export function intercept(view: View, options: InterceptOptions): void {
  const marksOf = createMarksOf(view, options);
  const follow = createFollow(options);
  interceptFetch(view, marksOf, follow);
  interceptXhr(view, marksOf, follow);
}
