import { octetsOfBase64Url } from "@/lib/domain/draw/verifier/octets";
import {
  type DrawVerification,
  verifyPublishedDraw,
} from "@/lib/domain/draw/verifier/verify-published-draw";
import { browserStore } from "./browser-store";
import { keptEvidence } from "./kept-evidence";
import { parseJson } from "./parse-json";

/** What the page hands to its script. */
type VerifyData = {
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: number;
  readonly publicKey: string;
  /** Where the published draw is. */
  readonly path: string;
};

const VERDICTS = {
  provable: "Provable: nobody chose this order, and all that you gave agrees.",
  "not-provable": "NOT PROVABLE: nothing contradicts, but the order could have been chosen.",
  tampered: "TAMPERED: something contradicts what was published, signed or kept.",
} as const;

const PROVABLE_IF =
  "Provable, if what could not be compared is so: all that you gave agrees with what was published.";

function start(page: VerifyData): void {
  const lines = field("lines");
  lines.value = keptEvidence(browserStore(), page).join("\n");
  document.getElementById("check")?.addEventListener("submit", (event) => {
    event.preventDefault();
    void check(page, lines.value, field("beacon").value.trim()).then(showResult, showFailure);
  });
}

async function check(page: VerifyData, lines: string, beacon: string): Promise<DrawVerification> {
  const response = await fetch(page.path, { credentials: "omit" });
  if (response.status === 404) throw new Error("The draw has not been published yet.");
  if (!response.ok) throw new Error("The published draw could not be read. Please try again.");
  return verifyPublishedDraw({
    file: new Uint8Array(await response.arrayBuffer()),
    publicKey: octetsOfBase64Url(page.publicKey),
    receipts: lines
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
    beaconValue: beacon === "" ? null : beacon,
  });
}

function showResult({ verdict, places, findings, draw }: DrawVerification): void {
  const placeLines = places.map(
    ({ place }) => `Place ${place.toLocaleString()} of ${draw?.members.toLocaleString()}`,
  );
  const isOpen = verdict === "provable" && findings.length > 0;
  show(isOpen ? PROVABLE_IF : VERDICTS[verdict], [
    ...placeLines,
    ...findings.map(({ text }) => text),
  ]);
}

function showFailure(error: unknown): void {
  const isOld = error instanceof DOMException;
  const reason = error instanceof Error ? error.message : String(error);
  show(isOld ? "This browser cannot check Ed25519 signatures. Use a newer one." : reason, []);
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

function isVerifyData(value: unknown): value is VerifyData {
  return typeof value === "object" && value !== null && "publicKey" in value;
}

const page = parseJson(document.getElementById("stanchion")?.textContent ?? "");
if (isVerifyData(page)) start(page);
