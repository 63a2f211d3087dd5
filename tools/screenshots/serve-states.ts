import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import { mendingPage } from "@/waiting-room/pages/mending-page";
import { renderWaitingPage } from "@/waiting-room/pages/waiting-page";
import { serve } from "../shared/serve";
import { buildServers, CHALLENGE_SCRIPT, CLIENT_SCRIPT, LATER_SCRIPT } from "../stack/build";
import { STATES } from "./states";

const BRAND = { name: "Northwind Tickets", colour: "#2563eb", logoUrl: null };
/** It may show the page in a frame. */
const SITE = "https://tickets.example";
const STEPS = ["status", "join", "near", "enter", "line"] as const;

/** A server whose waiting page is in the state that its address names. */
export type StateServer = {
  readonly address: (state: string, language: Language) => string;
  readonly close: () => Promise<void>;
};

/**
 * Serves the waiting page as the waiting room renders it, with its own script and policy, and answers the
 * questions of the script as a line in that state does.
 */
export async function serveStates(): Promise<StateServer> {
  await buildServers();
  const scripts = new Map([
    ["/waiting.js", await readFile(CLIENT_SCRIPT)],
    ["/later.js", await readFile(LATER_SCRIPT)],
    ["/challenge.js", await readFile(CHALLENGE_SCRIPT)],
  ]);
  const { port, close } = await serve((request, response) => answer(request, response, scripts));
  return {
    address: (state, language) => `http://127.0.0.1:${port}/${language}/${state}`,
    close,
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scripts: ReadonlyMap<string, Buffer>,
): void {
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  const script = scripts.get(pathname);
  if (script !== undefined) {
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
    return;
  }
  const [, language = "", name = "", ...rest] = pathname.split("/");
  const state = STATES[name];
  if (state === undefined || !isLanguage(language)) {
    response.writeHead(404).end();
    return;
  }
  if (rest.length === 0) {
    const policy = contentSecurityPolicy(BRAND, [], state.isSandboxed ? [SITE] : []);
    response
      .writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        // It makes of a window what the attribute makes of a frame.
        "content-security-policy": policy + (state.isSandboxed ? "; sandbox allow-scripts" : ""),
      })
      .end(state.sent === undefined ? pageOf(name, language) : mended(state.sent, language));
    return;
  }
  if (rest.at(-1) === "texts.json") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(textsIn(language).screen));
    return;
  }
  const step = STEPS.find((one) => rest.at(-1) === (one === "line" ? "line.json" : one));
  const reply = step === undefined ? undefined : state.replies[step];
  const { status = 200, body } = reply ?? { status: 503, body: { code: "recovering" } };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function mended(sent: string, language: Language): string {
  const page = mendingPage(`${sent}\r\naccept-language: ${language}\r\n`);
  if (page === null) throw new Error(`No browser sends this: ${sent}`);
  return page.body;
}

function pageOf(name: string, language: Language): string {
  const state = STATES[name];
  if (state === undefined) throw new Error(`There is no state ${name}.`);
  return renderWaitingPage({
    language,
    texts: textsIn(language),
    brand: BRAND,
    eventName: "Aurora: the farewell tour",
    customerId: "northwind",
    eventId: "aurora",
    runId: 1,
    linePath: `/${language}/${name}/line`,
    targetUrl: "https://tickets.example/",
    timeZone: "Europe/Berlin",
    clientScriptUrl: "/waiting.js",
    laterScriptUrl: "/later.js",
    ...state.model,
    view: state.view,
  });
}
