import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { ChallengeScript } from "./check";
import type { KeptPlace } from "./kept-place";
import { importAnew, loadExtras } from "./load-extras";
import type { Words } from "./words";

const RETRY_MS = 5_000;

/** Has leaving asked about before a place is given up; by the server's page where the question cannot be loaded. */
export function askBeforeLeaving(words: Words<ScreenTexts>, keptPlace: KeptPlace): void {
  const form = document.querySelector<HTMLFormElement>("form#leave");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    loadExtras().then(
      ({ askToLeave }) => askToLeave(form, words, keptPlace),
      () => form.submit(),
    );
  });
}

/** Has links made of the addresses in the operator's words, also of those that come later. */
export function linkMessages(): void {
  const box = document.getElementById("message-text");
  if (box === null) return;
  const link = () => {
    // Without it the addresses are words.
    if (box.firstElementChild === null && box.textContent?.includes("https://"))
      loadExtras().then(({ linkMessage }) => linkMessage(box), Boolean);
  };
  link();
  new MutationObserver(link).observe(box, { childList: true });
}

/** Shows a text, and has it read out; not again while it stays. */
function tell(box: HTMLElement | null, words: string): void {
  if (box === null || box.textContent === words) return;
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  text.textContent = words;
  box.replaceChildren(text);
}

/** Shows a challenge in its box, once each. */
export type Check = (offered: OfferedChallenge) => void;

/**
 * Has challenges solved, each by the script that it names, which is loaded for it. `prove` gets the proof; "" where
 * another challenge is needed. Where the page cannot load what it needs for that, it says so and tries again.
 */
export function makeCheck(texts: ScreenTexts, prove: (proof: string) => void): Check {
  let shown: OfferedChallenge | null = null;
  return (offered) => {
    if (offered === shown) return;
    shown = offered;
    const script = importAnew<ChallengeScript>(offered.script);
    loadExtras()
      .then(({ solve }) => solve(script, offered, texts))
      .then(prove, () => {
        tell(document.getElementById("challenge"), texts.checkFailed);
        setTimeout(() => {
          shown = null;
        }, RETRY_MS);
      });
  };
}
