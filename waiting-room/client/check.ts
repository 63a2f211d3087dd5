import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";

/** What each script of a challenge exports. */
export type ChallengeScript = {
  readonly show: (
    box: HTMLElement,
    offered: OfferedChallenge,
    texts: ScreenTexts,
  ) => Promise<string>;
};

/** Has a challenge solved in the box `#challenge`; answers the proof, or "" where another challenge is needed. */
export async function solve(
  script: Promise<ChallengeScript>,
  offered: OfferedChallenge,
  texts: ScreenTexts,
): Promise<string> {
  const box = document.getElementById("challenge");
  if (box === null) return "";
  try {
    const { show } = await script;
    return await show(box, offered, texts);
  } catch {
    return askForAnother(box, texts);
  }
}

function askForAnother(box: HTMLElement, texts: ScreenTexts): Promise<string> {
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  text.textContent = texts.checkFailed;
  const again = document.createElement("button");
  again.className = "button";
  again.textContent = texts.checkStartButton;
  box.replaceChildren(text, again);
  return new Promise((resolve) => {
    again.onclick = () => resolve("");
  });
}
