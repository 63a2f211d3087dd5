import { asText } from "../../core/untrusted.ts";
import { createCover } from "./cover.ts";
import type { Page } from "./page.ts";

function readPath(start: unknown, path: string): unknown {
  let value: unknown = start;
  for (const name of path.split(/[.[\]'"]+/).filter(Boolean)) {
    if (value === null || value === undefined) return undefined;
    value = Reflect.get(Object(value), name);
  }
  return value;
}

/** Keeps what other scripts have put there. */
function definePath(view: Window, path: readonly string[], value: unknown): void {
  let holder: object = view;
  path.forEach((name, index) => {
    const found: unknown = Reflect.get(holder, name);
    const isLast = index === path.length - 1;
    const next: unknown = isLast || typeof found !== "object" || found === null ? {} : found;
    Reflect.set(holder, name, isLast ? value : next);
    holder = Object(next);
  });
}

/** Trusted Types, where the browser has them: addresses of scripts come from the options alone. */
interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => { readonly createScriptURL: (address: string) => string };
}

type PolicyWindow = Window & { readonly trustedTypes?: TrustedTypes };

function createLoader(view: PolicyWindow, nonce: string): Page["loadScript"] {
  const { document, trustedTypes } = view;
  let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;
  return (address) =>
    new Promise((resolve, reject) => {
      // A page that forbids the policy rejects here.
      policy ??= trustedTypes?.createPolicy("stanchion", { createScriptURL: String });
      const script = document.createElement("script");
      script.src = policy?.createScriptURL(address) ?? address;
      if (nonce !== "") script.nonce = nonce;
      script.onload = () => resolve();
      script.onerror = reject;
      document.documentElement.append(script);
      script.remove();
    });
}

/** Makes the page of a window. Nothing in it needs inline code, inline styles or `eval`. */
export function pageOf(view: Window, nonce: string): Page {
  const { document, history, location } = view;
  const replaceState = history.replaceState;
  return {
    url: () => location.href,
    cookies: () => document.cookie,
    userAgent: () => view.navigator.userAgent,
    nowMs: () => Date.now(),
    variable: (path) => asText(readPath(view, path)),
    define: (path, value) => definePath(view, path, value),
    setCookie: (text) => {
      document.cookie = text;
    },
    loadScript: createLoader(view, nonce),
    navigate: (address, keepsPage) => {
      if (keepsPage) location.assign(address);
      else location.replace(address);
    },
    replaceUrl: (url) => replaceState.call(history, history.state, "", url),
    cover: createCover(document),
    after: (delayMs, run) => view.setTimeout(run, delayMs),
    announce: (name, detail) => {
      view.dispatchEvent(new CustomEvent(name, { detail }));
    },
    report: (problem, detail) => {
      // biome-ignore lint/suspicious/noConsole: whoever builds the page reads it there.
      console.error(`stanchion: ${problem}: ${detail}`);
    },
  };
}
