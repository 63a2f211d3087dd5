import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { parseJson } from "../parse-json";
import type { CheckTexts } from "./challenge";

type Show<Offered> = (box: HTMLElement, offered: Offered, texts: CheckTexts) => Promise<string>;

/** What the page of a challenge hands to its script, in the element with the id `stanchion-challenge`. */
export type ChallengePageData<Offered extends OfferedChallenge = OfferedChallenge> = {
  readonly challenge: Offered;
  readonly texts: CheckTexts;
};

/** On the page of a challenge: solves it and sends the form on. Does nothing on other pages. */
export function solveOnPage<Offered extends OfferedChallenge>(show: Show<Offered>): void {
  const data = parseJson(document.getElementById("stanchion-challenge")?.textContent ?? "");
  const box = document.getElementById("challenge");
  const form = document.querySelector("form");
  if (!isData<Offered>(data) || box === null || form === null) return;
  form.hidden = true;
  const send = (proof: string): void => {
    form.querySelector('[name="proof"]')?.setAttribute("value", proof);
    form.submit();
  };
  show(box, data.challenge, data.texts).then(send, () => {
    form.hidden = false;
  });
}

/** The page and its script come from one server: whole JSON with the last field is ours, and names the script of its challenge. */
function isData<Offered extends OfferedChallenge>(
  value: unknown,
): value is ChallengePageData<Offered> {
  return typeof value === "object" && value !== null && "texts" in value;
}
