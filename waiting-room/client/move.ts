import { countdownText } from "./moments";
import type { MoveData } from "./move-data";
import { parseJson } from "./parse-json";
import { grammarHere } from "./words";

const SECOND_MS = 1_000;

/** The page's data, written by our own server. */
const data = parseJson(element("stanchion")?.textContent ?? "") as MoveData | undefined;
if (data !== undefined) {
  countDown(data);
  offerCopy(data);
  offerShare(data);
}

function element(id: string): HTMLElement | null {
  return document.getElementById(id);
}

/** Says for how long the code works, and takes it away when it does no more. */
function countDown({ leftMs, language, texts }: MoveData): void {
  const { say, format } = grammarHere(language);
  const endMs = performance.now() + leftMs;
  const left = element("code-left");
  const show = (): void => {
    const remainingMs = endMs - performance.now();
    if (left !== null)
      left.textContent = say(texts.codeLeft, { time: countdownText(remainingMs, format) });
    if (remainingMs > 0) return;
    clearInterval(timer);
    const made = element("code-made");
    const hadFocus = made?.contains(document.activeElement);
    made?.remove();
    // It says what to do with the code.
    document.querySelector(".lead")?.remove();
    const over = element("code-over");
    if (over === null) return;
    over.hidden = false;
    if (hadFocus) over.querySelector("a")?.focus();
  };
  const timer = setInterval(show, SECOND_MS);
  show();
}

/** Where the browser lets pages copy. */
function offerCopy({ link, texts }: MoveData): void {
  const { clipboard }: { readonly clipboard?: Clipboard } = navigator;
  const button = element("copy-link");
  if (clipboard === undefined || button === null) return;
  button.hidden = false;
  button.onclick = () =>
    clipboard.writeText(link).then(
      () => {
        const said = element("copied");
        if (said !== null) said.textContent = texts.copied;
      },
      () => {
        button.hidden = true;
      },
    );
}

/** Where the device has a way to share. */
function offerShare({ link }: MoveData): void {
  const button = element("share-link");
  if (!("share" in navigator) || button === null) return;
  button.hidden = false;
  // Whoever closes what the device shows has changed their mind.
  button.onclick = () => navigator.share({ url: link }).catch(() => undefined);
}
