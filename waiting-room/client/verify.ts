import { octetsOfBase64Url } from "@/lib/domain/draw/verifier/octets";
import {
  type DrawVerification,
  verifyPublishedDraw,
} from "@/lib/domain/draw/verifier/verify-published-draw";
import { makeSay } from "@/lib/domain/page-texts/text";
import { browserStore } from "./browser-store";
import { keptEvidence } from "./kept-evidence";
import { parseJson } from "./parse-json";
import { isVerifyData, type VerifyData } from "./verify-data";

const VERDICTS = {
  provable: "provable",
  "not-provable": "notProvable",
  tampered: "tampered",
} as const;

function start(page: VerifyData): void {
  const lines = field("lines");
  lines.value = keptEvidence(browserStore(), page).join("\n");
  document.getElementById("check")?.addEventListener("submit", (event) => {
    event.preventDefault();
    void check(page, lines.value, field("beacon").value.trim()).then(
      (verification) => showResult(page, verification),
      (error: unknown) => showFailure(page, error),
    );
  });
}

async function check(page: VerifyData, lines: string, beacon: string): Promise<DrawVerification> {
  const response = await fetch(page.path, { credentials: "omit" });
  if (response.status === 404) throw new Error(page.texts.notYet);
  if (!response.ok) throw new Error(page.texts.unreadable);
  return verifyPublishedDraw({
    file: new Uint8Array(await response.arrayBuffer()),
    publicKey: octetsOfBase64Url(page.publicKey),
    receipts: lines.split("\n"),
    beaconValue: beacon === "" ? null : beacon,
  });
}

function showResult(
  { language, texts }: VerifyData,
  { verdict, places, findings, draw }: DrawVerification,
): void {
  const say = makeSay(language);
  const count = draw?.members ?? places.length;
  const score = draw?.exclusion?.fromScore ?? 0;
  const placeLines = places.map(({ place, isExcluded }) => {
    if (place === null) return say(texts.excludedDropped, { score });
    return say(isExcluded ? texts.excludedLast : texts.place, { place, count, score });
  });
  const isOpen = verdict === "provable" && findings.length > 0;
  show(texts[isOpen ? "provableIf" : VERDICTS[verdict]], [
    ...placeLines,
    ...findings.map(({ text }) => text),
  ]);
}

function showFailure({ texts }: VerifyData, error: unknown): void {
  const isOld = error instanceof DOMException;
  const reason = error instanceof Error ? error.message : String(error);
  show(isOld ? texts.oldBrowser : reason, []);
}

function show(verdict: string, findings: readonly string[]): void {
  const target = document.getElementById("verdict");
  if (target !== null) {
    target.textContent = verdict;
    target.hidden = false;
  }
  document.getElementById("findings")?.replaceChildren(
    ...findings.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
}

function field(id: string): HTMLInputElement | HTMLTextAreaElement {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`The page has no field ${id}.`);
}

const page = parseJson(document.getElementById("stanchion")?.textContent ?? "");
if (isVerifyData(page)) start(page);
