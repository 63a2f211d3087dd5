import { markAsAjax } from "./mark-as-ajax.ts";
import { readUrl } from "./options.ts";

const PAGE_HEADER = "x-queueit-ajaxpageurl";
const REDIRECT_HEADER = "x-queueit-redirect";

/** What interception needs of its page. */
export interface InterceptOptions {
  /** Hosts besides the page's own, with their ports where they have one. */
  readonly domains: readonly string[];
  readonly navigate: (address: string) => void;
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

type IsOurs = (address: string) => boolean;

function createIsOurs({ document, location }: Window, domains: readonly string[]): IsOurs {
  const hosts = new Set(domains.map((domain) => domain.toLowerCase()));
  return (address) => {
    const url = readUrl(address, document.baseURI);
    return url !== null && (url.origin === location.origin || hosts.has(url.host));
  };
}

function interceptFetch(view: Window & typeof globalThis, isOurs: IsOurs, follow: Follow): void {
  const original = view.fetch;
  view.fetch = async (input, init) => {
    const isRequest = input instanceof view.Request;
    const mode = init?.mode ?? (isRequest ? input.mode : undefined);
    if (mode === "no-cors" || !isOurs(isRequest ? input.url : String(input))) {
      return original.call(view, input, init);
    }
    const headers = new view.Headers(init?.headers ?? (isRequest ? input.headers : undefined));
    headers.set(PAGE_HEADER, encodeURIComponent(view.location.href));
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

function interceptXhr(view: Window & typeof globalThis, isOurs: IsOurs, follow: Follow): void {
  const { prototype } = view.XMLHttpRequest;
  const { open, send } = prototype;
  const watch = createWatch(follow);
  const ours = new WeakSet<XMLHttpRequest>();
  prototype.open = function (this: XMLHttpRequest, ...given: unknown[]): void {
    const isOpenedForUs = isOurs(String(given[1]));
    ours[isOpenedForUs ? "add" : "delete"](this);
    for (const type of ["readystatechange", "progress", "load", "loadend"]) {
      if (isOpenedForUs) this.addEventListener(type, watch);
      else this.removeEventListener(type, watch);
    }
    Reflect.apply(open, this, given);
  };
  prototype.send = function (this: XMLHttpRequest, body): void {
    if (ours.has(this)) {
      this.setRequestHeader(PAGE_HEADER, encodeURIComponent(view.location.href));
    }
    send.call(this, body);
  };
}

/**
 * Adds the page's address to the requests that its scripts make to the page's own origin and to
 * the listed hosts. When an answer says that it is not the visitor's turn, the page goes to the
 * waiting room, and the script that asked hears nothing more. Requests elsewhere stay as they are.
 */
export function intercept(view: Window & typeof globalThis, options: InterceptOptions): void {
  const isOurs = createIsOurs(view, options.domains);
  const follow = createFollow(options);
  interceptFetch(view, isOurs, follow);
  interceptXhr(view, isOurs, follow);
}
