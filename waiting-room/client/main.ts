import type { Alerts } from "./alerts";
import { ask } from "./ask";
import { browserStore } from "./browser-store";
import { makeDisplay } from "./display";
import { firstScreen } from "./first-screen";
import { keepsakesOf, tokenOf } from "./keepsakes";
import { loadLater } from "./load-later";
import { isPageData, type PageData } from "./page-data";
import { parseJson } from "./parse-json";
import { startSession } from "./session";
import { makeTimer, serveDelays } from "./timer";
import type { Visitor } from "./visitor";
import { wordsIn } from "./words";

const SECOND_MS = 1_000;

function start(page: PageData, scriptUrl: string): void {
  document.getElementById("fallback")?.remove();
  const nowMs = () => performance.now();
  const after = makeTimer(scriptUrl);
  const words = wordsIn(page.language, page.texts);
  const display = makeDisplay(page.eventName, words, {
    "join-again": () => session.joinAgain(),
    reload: () => location.reload(),
    here: () => session.sayHere(),
  });
  let alerts: Alerts | null = null;
  let wasTurn = false;
  const showLater = loadLater(page, words, (loaded) => {
    const box = document.getElementById("alerts");
    alerts = loaded.later.makeAlerts(loaded.words.texts, box);
    show(session.visitor());
  });
  const show = (visitor: Visitor): void => {
    const atMs = nowMs();
    const screen = firstScreen(visitor, words) ?? showLater(visitor, atMs);
    // The page stays as the server rendered it until there is more to say.
    if (screen === null) return;
    display(screen, visitor, atMs);
    const isTurn = screen.name === "turn" || screen.name === "here";
    if (isTurn && !wasTurn) alerts?.turn(screen.headline);
    wasTurn = isTurn;
  };
  const session = startSession(page, {
    nowMs,
    random: Math.random,
    ask,
    after,
    show,
    go: (url) => {
      const go = () => location.replace(url);
      const lastsMs = alerts?.lastsMs() ?? 0;
      if (lastsMs > 0) after(lastsMs, go);
      else go();
    },
    keepsakes: keepsakesOf(`${page.customerId}:${page.eventId}`, browserStore(), () =>
      tokenOf(crypto.getRandomValues(new Uint8Array(16))),
    ),
  });
  const wake = () => session.wake(document.hidden, navigator.onLine);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", wake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  setInterval(() => show(session.visitor()), SECOND_MS);
  if (document.hidden) wake();
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
