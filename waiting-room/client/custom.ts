/** Elements of ours in a customer's page: the page's own script writes there. */
const OURS = "stanchion-";
const SECOND_MS = 1_000;
/** Far from the front, where the status says to ask every 20 s, it is enough to look so often. */
const FAR_SECONDS = 20;
const FAR_MS = 60 * SECOND_MS;

/** Keeps what a customer has written around our part of the page as the server would write it now. */
function keepUpToDate(script: HTMLScriptElement): void {
  const url = script.dataset["url"];
  const seconds = Number(script.dataset["seconds"]);
  if (url === undefined) return;
  followScreen(url);
  if (!(seconds > 0)) return;
  const everyMs = seconds < FAR_SECONDS ? FAR_SECONDS * SECOND_MS : FAR_MS;
  let lookedAtMs = performance.now();
  setInterval(() => {
    if (document.hidden || performance.now() - lookedAtMs < everyMs) return;
    lookedAtMs = performance.now();
    void lookAgain(url);
  }, SECOND_MS);
}

/** What our part of the page shows: which state, and whose number. */
function shownNow(): string {
  return `${document.body.dataset["screen"]} ${document.getElementById("number")?.textContent}`;
}

/** Looks again at once when our part shows something else: a join, a turn or a pause is news for the rest, too. */
function followScreen(url: string): void {
  let shown = shownNow();
  const watch = new MutationObserver(() => {
    const now = shownNow();
    if (now === shown) return;
    shown = now;
    void lookAgain(url);
  });
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-screen"] });
  const number = document.getElementById("number");
  if (number !== null)
    watch.observe(number, { childList: true, characterData: true, subtree: true });
}

let looks = 0;

/** A page that does not come is one that comes later; of two that were asked for the newer one counts. */
async function lookAgain(url: string): Promise<void> {
  looks += 1;
  const look = looks;
  const reply = await fetch(url, { headers: { accept: "text/html" } }).catch(() => null);
  if (reply?.ok !== true) return;
  const text = await reply.text().catch(() => "");
  if (text === "" || look !== looks) return;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  takeOverChildren(document.body, fresh.body);
}

/** Makes the children of one element those of another, and keeps each that is there already. */
function takeOverChildren(into: Element, from: Element): void {
  let next = into.firstChild;
  for (const wanted of [...from.childNodes]) {
    const found = sameAhead(next, wanted);
    if (found === null) {
      into.insertBefore(document.importNode(wanted, true), next);
      continue;
    }
    while (next !== null && next !== found) next = removed(next);
    takeOver(found, wanted);
    next = found.nextSibling;
  }
  while (next !== null) next = removed(next);
}

function removed(node: ChildNode): ChildNode | null {
  const { nextSibling } = node;
  node.remove();
  return nextSibling;
}

/** The next node of the same kind; none behind a part of ours, which stays. */
function sameAhead(first: ChildNode | null, wanted: ChildNode): ChildNode | null {
  for (let node = first; node !== null; node = node.nextSibling) {
    if (kindOf(node) === kindOf(wanted)) return node;
    if (isOurs(node)) return null;
  }
  return null;
}

function kindOf(node: ChildNode): string {
  return `${node.nodeName}#${idOf(node)}`;
}

function idOf(node: ChildNode): string {
  return node instanceof Element ? node.id : "";
}

function isOurs(node: ChildNode): boolean {
  return idOf(node).startsWith(OURS);
}

function takeOver(into: ChildNode, from: ChildNode): void {
  if (isOurs(into)) return;
  if (into instanceof Element && from instanceof Element) {
    takeOverAttributes(into, from);
    takeOverChildren(into, from);
  } else if (into.nodeValue !== from.nodeValue) {
    into.nodeValue = from.nodeValue;
  }
}

function takeOverAttributes(into: Element, from: Element): void {
  for (const { name } of [...into.attributes]) {
    if (!from.hasAttribute(name)) into.removeAttribute(name);
  }
  for (const { name, value } of from.attributes) {
    if (into.getAttribute(name) !== value) into.setAttribute(name, value);
  }
}

const { currentScript } = document;
if (currentScript instanceof HTMLScriptElement) keepUpToDate(currentScript);
