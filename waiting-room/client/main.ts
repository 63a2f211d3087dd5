import type { Alerts } from "./alerts";
import { ask } from "./ask";
import { attempt, browserStore } from "./browser-store";
import { makeDisplay } from "./display";
import { firstScreen } from "./first-screen";
import { goOn } from "./go-on";
import { keepsakesOf, tokenOf } from "./keepsakes";
import { keptPlaceOf } from "./kept-place";
import { loadLater } from "./load-later";
import type { Check } from "./needed-extras";
import { isPageData, type PageData } from "./page-data";
import { parseJson } from "./parse-json";
import { startSession } from "./session";
import { showKeyOf } from "./show-key";
import { afterDelay, serveDelays } from "./timer";
import type { Visitor } from "./visitor";
import { grammarHere, type Words } from "./words";

declare global {
  interface Document {
    /** In browsers that load pages ahead. */
    readonly prerendering?: boolean;
  }
}

const SECOND_MS = 1_000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "scroll", "focus"] as const;

function start(page: PageData, scriptUrl: string): void {
  element("fallback")?.remove();
  const nowMs = () => performance.now();
  let after = afterDelay;
  let words: Words = { texts: page.texts, ...grammarHere(page.language) };
  const display = makeDisplay(page.eventName, {
    "join-again": () => session.joinAgain(),
    reload: () => location.reload(),
    here: () => session.sayHere(),
  });
  const event = `${page.customerId}:${page.eventId}`;
  const keptPlace = keptPlaceOf(event, () => localStorage, Date.now);
  let alerts: Alerts | null = null;
  let check: Check | null = null;
  let wasTurn = false;
  const showLater = loadLater(page, words, (loaded) => {
    words = loaded.words;
    const { texts } = loaded.words;
    alerts = loaded.later.makeAlerts(texts, element("alerts"));
    // While one version replaces another, what is loaded may be of the version before, which lacks some.
    after = loaded.later.makeTimer?.(scriptUrl) ?? after;
    loaded.later.askBeforeLeaving?.(loaded.words, keptPlace);
    check = loaded.later.makeCheck?.(texts, (proof) => session.prove(proof)) ?? null;
    // What is planned already is planned with the better timer.
    if (document.hidden) wake();
    show(session.visitor());
  });
  const show = (visitor: Visitor): void => {
    // Until the server is heard, a place that came with the page stays as it was rendered.
    if (page.placed && visitor.line === null && visitor.place.kind === "none") return;
    const atMs = nowMs();
    const screen = firstScreen(visitor, words) ?? showLater(visitor, atMs);
    // The page stays as the server rendered it until there is more to say.
    if (screen === null) return;
    display(screen, visitor, atMs, words);
    if (visitor.place.kind === "challenge") check?.(visitor.place.challenge);
    const isTurn = screen.name === "turn" || screen.name === "here";
    if (isTurn && !wasTurn) alerts?.turn(screen.headline);
    wasTurn = isTurn;
  };
  const session = startSession(page, {
    nowMs,
    random: Math.random,
    ask,
    after: (ms, run) => after(ms, run),
    show,
    go: (url) => {
      const go = () => goOn(url, page.frameOrigins);
      const lastsMs = alerts?.lastsMs() ?? 0;
      if (lastsMs > 0) after(lastsMs, go);
      else go();
    },
    keepsakes: keepsakesOf(
      event,
      browserStore(),
      () => tokenOf(crypto.getRandomValues(new Uint8Array(16))),
      page.joinId,
    ),
    keptPlace,
    isDriven: navigator.webdriver,
    showKey: showKeyOf(page),
  });
  // For a browser without its cookie.
  element("leave")?.addEventListener("submit", () =>
    element("kept-place")?.setAttribute("value", keptPlace.read() ?? ""),
  );
  const wake = () => session.wake(document.hidden, navigator.onLine);
  followBrowser(wake, session.touch);
  setInterval(() => show(session.visitor()), SECOND_MS);
  if (document.hidden) wake();
}

function followBrowser(wake: () => void, touch: () => void): void {
  document.addEventListener("visibilitychange", wake);
  for (const type of TOUCHES) addEventListener(type, touch, true);
  addEventListener("online", wake);
  addEventListener("offline", wake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}

const element = (id: string) => document.getElementById(id);

/**
 * A browser that lets the page keep nothing may keep no cookie either: it joins as one without JavaScript does, and the
 * server gives no number to one that has not brought its cookie.
 */
function startOrJoin(page: PageData, scriptUrl: string): void {
  const form = document.forms.namedItem("join");
  if (form === null || attempt(() => localStorage)) start(page, scriptUrl);
  else form.submit();
}

function begin(): void {
  const script = document.querySelector<HTMLScriptElement>("script[src]");
  const page = parseJson(element("stanchion")?.textContent ?? "");
  if (isPageData(page) && script !== null) startOrJoin(page, script.src);
}

/** A page that a browser loads ahead of the visitor takes no place before it is looked at. */
function beginWhenSeen(): void {
  if (document.prerendering) {
    document.addEventListener("prerenderingchange", begin, { once: true });
  } else {
    begin();
  }
}

if (typeof document === "undefined") serveDelays();
else beginWhenSeen();
