import { copyFile, mkdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright";
import { isLanguage, LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { mendingPage } from "@/waiting-room/pages/mending-page";
import { renderWaitingPage } from "@/waiting-room/pages/waiting-page";
import { serve } from "../shared/serve";
import { withBrowser } from "../stack/browser";
import { browserScript, buildServers } from "../stack/build";
import { projectPath } from "../stack/paths";
import { choose } from "../stack/run-command";
import { type Reply, type ShownState, STATES } from "./states";
import { requireFonts, type Subject, takePictures, watch } from "./take-pictures";

const SHOWN: readonly Language[] = ["en", "de", "ar", "ja"];
const FOLDER = projectPath(".data", "screenshots", "waiting-page");
const FOR_DOCUMENTS = {
  "waiting-page": "in-line-en-light-1440",
  "waiting-page-dark": "in-line-en-dark-390",
  "waiting-page-arabic": "in-line-ar-light-390",
  "waiting-page-turn": "turn-en-light-390",
} as const;

/** Only news of a certain age make the page ask before its time. */
const NEWS_ARE_OLD_MS = 3_000;

/** Takes pictures of the waiting page in the states and languages that lists name, undefined for all. */
export async function takeWaitingPage(states: string | undefined, languages: string | undefined) {
  const all = Object.keys(STATES);
  const names = choose(states, all, `the states are ${all.join(", ")}`);
  const known = Object.keys(LANGUAGES).filter(isLanguage);
  const asked = languages ?? [...SHOWN, longestOf(known)].join(",");
  const tags = choose(asked, known, `the languages are ${known.join(", ")}`);
  requireFonts();
  const { addressOf, close } = await serveStates();
  const complaints: string[] = [];
  const subjects = tags.flatMap((tag) =>
    names.map((name) => subjectOf(name, tag, addressOf, complaints)),
  );
  const taking = withBrowser((browser) => takePictures(browser, FOLDER, subjects));
  const findings = await taking.finally(close);
  if (states === undefined && languages === undefined) await showInDocuments();
  return { ...findings, complaints };
}

/** The language whose page needs most letters. */
function longestOf(languages: readonly Language[]): Language {
  const lengthOf = (language: Language) => JSON.stringify(textsIn(language).screen).length;
  return languages.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
}

function subjectOf(
  name: string,
  language: Language,
  addressOf: AddressOf,
  complaints: string[],
): Subject {
  return {
    name: `${name}-${language}`,
    locale: language,
    isForEverybody: true,
    open: async (page) => {
      // A server that does not answer as it should is what some states are about.
      watch(page, name, complaints, "Failed to load resource");
      const state = STATES[name];
      const words = (state?.later ?? state?.press) && page.waitForResponse(/\/texts\.json/);
      await page.goto(addressOf(name, language));
      await words;
      if (state?.later !== undefined) await makeTrouble(page, state.later);
      await page.waitForSelector(`body[data-screen="${state?.screen}"]`);
      if (state?.press !== undefined) await page.click(state.press);
      if (state?.shows !== undefined) await page.waitForSelector(state.shows);
    },
  };
}

/** Every question fails from now on, and the page asks soon: a browser whose network came back does. */
async function makeTrouble(page: Page, trouble: NonNullable<ShownState["later"]>): Promise<void> {
  if (trouble === "no network") {
    await page.context().setOffline(true);
    return;
  }
  const fault = { status: 500, contentType: "application/json", body: '{"code":"internal"}' };
  await page.route("**/line/**", (route) =>
    trouble === "no answer" ? route.abort() : route.fulfill(fault),
  );
  await page.waitForTimeout(NEWS_ARE_OLD_MS);
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

async function showInDocuments(): Promise<void> {
  const images = projectPath("docs", "images");
  await mkdir(images, { recursive: true });
  for (const [name, picture] of Object.entries(FOR_DOCUMENTS))
    await copyFile(join(FOLDER, `${picture}.png`), join(images, `${name}.png`));
}

const EVENT = {
  eventName: "Aurora: the farewell tour",
  customerId: "northwind",
  eventId: "aurora",
};
const BRAND = { name: "Northwind Tickets", colour: "#2563eb", logoUrl: null };
/** It may show the page in a frame. */
const SITE = "https://tickets.example";
/** By the addresses that pages give them. */
const SCRIPTS = [
  ["/waiting.js", "client"],
  ...(["later", "extras", "challenge", "move"] as const).map(
    (name) => [`/${name}.js`, name] as const,
  ),
] as const;
const STEPS = ["status", "join", "near", "enter", "line"] as const;

type AddressOf = (state: string, language: Language) => string;

/**
 * Serves the waiting page as the waiting room renders it, with its own script and policy, in the state that its address
 * names, and answers the questions of the script as a line in that state does.
 */
async function serveStates(): Promise<{ addressOf: AddressOf; close: () => Promise<void> }> {
  await buildServers();
  const scripts = new Map<string, Buffer>();
  for (const [path, name] of SCRIPTS) scripts.set(path, await readFile(browserScript(name)));
  const { port, close } = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const script = scripts.get(pathname);
    if (script === undefined) return answer(pathname, response);
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
  });
  return { addressOf: (state, language) => `http://127.0.0.1:${port}/${language}/${state}`, close };
}

function answer(pathname: string, response: ServerResponse): void {
  const [, language = "", name = "", ...rest] = pathname.split("/");
  const state = STATES[name];
  if (state === undefined || !isLanguage(language)) {
    response.writeHead(404).end();
    return;
  }
  const question = rest.at(-1)?.replace("line.json", "line");
  if (question === undefined) {
    const policy = contentSecurityPolicy(BRAND, [], state.isSandboxed ? [SITE] : []);
    // It makes of a window what the attribute makes of a frame.
    const sandbox = state.isSandboxed ? "; sandbox allow-scripts" : "";
    const type = "text/html; charset=utf-8";
    response.writeHead(200, { "content-type": type, "content-security-policy": policy + sandbox });
    response.end(documentOf(name, state, language));
    return;
  }
  const step = STEPS.find((one) => one === question);
  const reply = step === undefined ? undefined : state.replies[step];
  const unanswered = { status: 503, body: { code: "recovering" } };
  const words: Reply | undefined =
    question === "texts.json" ? { body: textsIn(language).screen } : undefined;
  const { status = 200, body } = words ?? reply ?? unanswered;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function documentOf(name: string, state: ShownState, language: Language): string {
  if (state.sent !== undefined) return mended(state.sent, language);
  if (state.page === undefined) return pageOf(name, state, language);
  const { eventName } = EVENT;
  return state.page({ language, texts: textsIn(language), brand: BRAND, eventName });
}

function mended(sent: string, language: Language): string {
  const page = mendingPage(`${sent}\r\naccept-language: ${language}\r\n`);
  if (page === null) throw new Error(`No browser sends this: ${sent}`);
  return page.body;
}

function pageOf(name: string, state: ShownState, language: Language): string {
  return renderWaitingPage({
    ...{ language, texts: textsIn(language), brand: BRAND, linePath: `/${language}/${name}/line` },
    ...EVENT,
    ...{ runId: 1, targetUrl: "https://tickets.example/", timeZone: "Europe/Berlin" },
    ...{ clientScriptUrl: "/waiting.js", laterScriptUrl: "/later.js" },
    ...state.model,
    view: state.view,
  });
}
