import { checkFairnessFile, type FairnessFinding } from "@/lib/domain/fairness/check-report";
import { localeOf } from "@/lib/domain/page-texts/locale";
import { parseJson } from "./parse-json";
import { isReportData, type ReportData } from "./report-data";
import { reportMoment } from "./report-moment";

const TEXT_OF_PART = {
  file: "badFile",
  signature: "badSignature",
  figures: "badFigures",
  // Only who has the admissions can find these two.
  admissions: "badFigures",
  draw: "badFigures",
} as const satisfies Readonly<Record<FairnessFinding["part"], keyof ReportData["texts"]>>;

function start(page: ReportData): void {
  showTimes(localeOf(navigator.languages, page.language));
  offer("check", () => void check(page));
  offer("print", () => print());
}

/** In the reader's own zone; the server knows none. */
function showTimes(locale: string): void {
  for (const time of document.querySelectorAll("time"))
    time.textContent = reportMoment(Date.parse(time.dateTime), locale);
}

/** Without JavaScript these buttons would do nothing. */
function offer(id: string, act: () => void): void {
  const button = document.getElementById(id);
  if (button === null) return;
  button.hidden = false;
  button.addEventListener("click", act);
}

async function check({ path, publicKey, texts }: ReportData): Promise<void> {
  const file = await readFile(path);
  if (file === null) return show("bad", texts.unreadable);
  const verdict = await checkFairnessFile(file, publicKey).catch(() => null);
  if (verdict === null) return show("bad", texts.oldBrowser);
  const { firstBad } = verdict;
  if (firstBad === null) show("good", texts.valid);
  else show("bad", texts[TEXT_OF_PART[firstBad.part]], firstBad.text);
}

async function readFile(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path, { credentials: "omit", cache: "no-store" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

function show(tone: "good" | "bad", verdict: string, detail = ""): void {
  const target = document.getElementById("verdict");
  if (target === null) return;
  target.textContent = verdict;
  target.dataset["tone"] = tone;
  target.hidden = false;
  const more = document.getElementById("detail");
  if (more !== null) more.textContent = detail;
}

const page = parseJson(document.getElementById("stanchion")?.textContent ?? "");
if (isReportData(page)) start(page);
