import type { ScreenTexts } from "@/lib/domain/page-texts/texts";
import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { solveOnPage } from "./on-page";
import { serveSolving, solve } from "./solve";

/** What the challenge says; the page hands over all its texts. */
export type CheckTexts = Pick<
  ScreenTexts,
  | "checkProgress"
  | "checkStarted"
  | "checkDone"
  | "checkStopButton"
  | "checkStopped"
  | "checkStartButton"
>;

/**
 * Solves a proof of work in `box`, with its progress and a way to stop. Answers the proof, or "" where another
 * challenge is needed: this one is too old, or was stopped and started again. Rejects when it cannot be solved.
 */
export function show(box: HTMLElement, offered: WorkChallenge, texts: CheckTexts): Promise<string> {
  return new Promise((resolve, reject) => {
    const { seed, puzzles, expiresInMs } = offered;
    const status = made("p", "status", texts.checkStarted);
    status.setAttribute("role", "status");
    const progress = document.createElement("progress");
    progress.setAttribute("aria-label", texts.checkProgress);
    progress.max = puzzles;
    progress.value = 0;
    // The page's own bar stands in a card, with a margin.
    Object.assign(progress.style, { width: "100%", margin: "0" });
    const buttons = made("div", "alerts", "");
    const stop = made("button", "", texts.checkStopButton);
    buttons.append(stop);
    box.replaceChildren(progress, status, buttons);

    const untilMs = performance.now() + expiresInMs;
    const numbers: number[] = [];
    const solving = solve(import.meta.url, offered, {
      onSolved: (number) => {
        numbers.push(number);
        progress.value = numbers.length;
        if (numbers.length < puzzles) return;
        status.textContent = texts.checkDone;
        stop.remove();
        resolve(performance.now() < untilMs ? proofOf(seed, numbers) : "");
      },
      onFailure: reject,
    });
    stop.onclick = () => {
      solving.stop();
      status.textContent = texts.checkStopped;
      progress.remove();
      const again = made("button", "button", texts.checkStartButton);
      again.onclick = () => resolve("");
      buttons.replaceWith(again);
      again.focus();
    };
  });
}

/** The seed, a dot, and the numbers in base64url. */
function proofOf(seed: string, numbers: readonly number[]): string {
  const bytes = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, index) => {
    bytes.setUint32(4 * index, number);
  });
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)));
  return `${seed}.${text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
}

function made<Tag extends "p" | "div" | "button">(
  tag: Tag,
  className: string,
  text: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

if (typeof document === "undefined") serveSolving();
else solveOnPage(show);
