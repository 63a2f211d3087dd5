import type { Page } from "../src/adapters/browser/page.ts";

/** What the waiting room answers to a script's address: runs something, or fails. */
type Serve = (address: string) => void | Promise<void>;

/** A page without a browser, and what has happened to it. */
export interface TestPage extends Page {
  readonly log: {
    readonly loaded: string[];
    readonly cookies: string[];
    readonly navigations: (readonly [address: string, keepsPage: boolean])[];
    readonly covers: (string | null)[];
    readonly announced: (readonly [name: string, detail: unknown])[];
    readonly problems: string[];
  };
  readonly receivers: Map<string, (argument: unknown) => void>;
  serve: Serve;
  now: number;
  address: string;
  cookieText: string;
  readonly variables: Map<string, string>;
  /** Lets time pass: timers that are due run. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

const TURNS = 20;

/** Lets everything that waits for promises go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
}

/** Opens a page at an address. */
export function openPage(address: string, serve: Serve): TestPage {
  const timers = new Map<() => void, number>();
  const receivers: TestPage["receivers"] = new Map();
  const log: TestPage["log"] = {
    loaded: [],
    cookies: [],
    navigations: [],
    covers: [],
    announced: [],
    problems: [],
  };
  const page: TestPage = {
    log,
    receivers,
    serve,
    now: Date.now(),
    address,
    cookieText: "",
    variables: new Map(),
    url: () => page.address,
    cookies: () => page.cookieText,
    userAgent: () => "TestBrowser/1.0",
    nowMs: () => page.now,
    variable: (path) => page.variables.get(path) ?? "",
    define: (path, value) => void receivers.set(path.join("."), value),
    setCookie: (text) => {
      log.cookies.push(text);
      const [pair = ""] = text.split(";");
      page.cookieText = pair.endsWith("=") ? "" : pair;
    },
    loadScript: async (script) => {
      log.loaded.push(script);
      await page.serve(script);
    },
    navigate: (to, keepsPage) => void log.navigations.push([to, keepsPage]),
    replaceUrl: (url) => {
      page.address = url;
    },
    cover: (text) => void log.covers.push(text),
    after: (delayMs, run) => void timers.set(run, page.now + delayMs),
    announce: (name, detail) => void log.announced.push([name, detail]),
    report: (problem) => void log.problems.push(problem),
    pass: async (milliseconds) => {
      await settle();
      page.now += milliseconds;
      for (const [run, dueMs] of [...timers]) {
        if (dueMs > page.now) continue;
        timers.delete(run);
        run();
      }
      await settle();
    },
  };
  return page;
}
