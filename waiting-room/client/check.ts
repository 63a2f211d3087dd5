import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";

/** Shows a challenge in its box, once each. */
export type Check = (offered: OfferedChallenge) => void;

/** What each script of a challenge exports. */
type ChallengeScript = {
  readonly show: (
    box: HTMLElement,
    offered: OfferedChallenge,
    texts: ScreenTexts,
  ) => Promise<string>;
};

/**
 * Has challenges solved in the box `#challenge`, each by the script that it names, which is loaded for it. `prove` gets the
 * proof; "" where another challenge is needed.
 */
export function makeCheck(texts: ScreenTexts, prove: (proof: string) => void): Check {
  let shown: OfferedChallenge | null = null;
  return (offered) => {
    const box = document.getElementById("challenge");
    if (box === null || offered === shown) return;
    shown = offered;
    showChallenge(box, offered, texts).then(prove, () => {
      const text = document.createElement("p");
      text.setAttribute("role", "alert");
      text.textContent = texts.checkFailed;
      const again = document.createElement("button");
      again.className = "button";
      again.textContent = texts.checkStartButton;
      again.onclick = () => prove("");
      box.replaceChildren(text, again);
    });
  };
}

async function showChallenge(
  box: HTMLElement,
  offered: OfferedChallenge,
  texts: ScreenTexts,
): Promise<string> {
  // Some browsers remember that an address failed, so each challenge has its own.
  const script: ChallengeScript = await import(`${offered.script}#${performance.now()}`);
  return script.show(box, offered, texts);
}
