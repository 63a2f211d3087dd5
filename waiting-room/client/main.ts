import { ask } from "./ask";
import { browserStore } from "./browser-store";
import { makeDisplay } from "./display";
import { keepsakesOf, tokenOf } from "./keepsakes";
import { type KeptPlace, keptPlaceOf } from "./kept-place";
import { isPageData, type PageData } from "./page-data";
import { parseJson } from "./parse-json";
import { startSession } from "./session";
import { makeTimer, serveDelays } from "./timer";

const SECOND_MS = 1_000;

function start(page: PageData, scriptUrl: string): void {
  document.getElementById("fallback")?.remove();
  const nowMs = () => performance.now();
  const display = makeDisplay(page, {
    "join-again": () => session.joinAgain(),
    reload: () => location.reload(),
  });
  const store = browserStore();
  const event = `${page.customerId}:${page.eventId}`;
  const keptPlace = keptPlaceOf(event, () => localStorage, Date.now);
  const session = startSession(page, {
    nowMs,
    random: Math.random,
    ask,
    after: makeTimer(scriptUrl),
    show: (visitor) => display.show(visitor, nowMs()),
    go: (url) => location.replace(url),
    keepsakes: keepsakesOf(event, store, () => tokenOf(crypto.getRandomValues(new Uint8Array(16)))),
    keptPlace,
  });
  document.getElementById("leave")?.addEventListener("submit", () => giveBack(keptPlace));
  const wake = () => session.wake(document.hidden);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  setInterval(() => display.show(session.visitor(), nowMs()), SECOND_MS);
}

/** Sends the kept place along, for a browser without its cookie, and keeps it no longer. */
function giveBack(keptPlace: KeptPlace): void {
  document.getElementById("kept")?.setAttribute("value", keptPlace.read() ?? "");
  keptPlace.forget();
}

function begin(): void {
  const script = document.querySelector<HTMLScriptElement>("script[src]");
  const page = parseJson(document.getElementById("stanchion")?.textContent ?? "");
  if (isPageData(page) && script !== null) start(page, script.src);
}

/** A page that a browser loads ahead of the visitor takes no place before it is looked at. */
function beginWhenSeen(): void {
  if ("prerendering" in document && document.prerendering === true) {
    document.addEventListener("prerenderingchange", begin, { once: true });
  } else {
    begin();
  }
}

if (typeof document === "undefined") serveDelays();
else beginWhenSeen();
