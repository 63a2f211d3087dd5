import type { FairnessReport } from "@/lib/domain/fairness/report-file";
import type { Language } from "@/lib/domain/page-texts/languages";
import { makeSay, type Say } from "@/lib/domain/page-texts/text";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { REPORT_TEXTS, type ReportTexts } from "@/lib/domain/report-texts/report-texts";
import { type Format, formatOf } from "@/waiting-room/client/format";
import type { ReportData } from "@/waiting-room/client/report-data";
import { reportMoment } from "@/waiting-room/client/report-moment";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";
import { REPORT_STYLES } from "./report-styles";
import { styleHash } from "./styles";

/** The source of `style-src` that allows the page's own style sheet. */
export const REPORT_STYLES_HASH = styleHash(REPORT_STYLES);

export type ReportPageModel = {
  readonly language: Language;
  /** How the visitor's region writes numbers and times. */
  readonly locale: string;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly report: FairnessReport;
  readonly filePath: string;
  readonly drawPath: string;
  readonly languagePath: string;
  readonly scriptUrl: string;
};

/** What all parts of the page are written with. */
type Page = ReportPageModel & {
  readonly own: ReportTexts;
  readonly say: Say;
  readonly format: Format;
};

/**
 * The page of a published report, for people: what happened, whether it was fair, and the check in the browser. It says
 * all of it without JavaScript, but for the check. Every string of the model is escaped.
 */
export function renderReportPage(model: ReportPageModel): string {
  const { language, locale, report } = model;
  const page: Page = {
    ...model,
    own: REPORT_TEXTS[language],
    say: makeSay(language, locale),
    format: formatOf(locale),
  };
  const { own } = page;
  return renderDocument({
    language,
    brand: model.brand,
    title: `${own.title} · ${report.event.name}`,
    head: `<style>${REPORT_STYLES}</style>${script(page)}`,
    motto: null,
    bodyAttributes: 'data-screen="report" data-layout="message" data-tone="calm"',
    main: `<p class="event">${escapeHtml(report.event.name)}</p><h1>${escapeHtml(own.title)}</h1><p class="lead">${escapeHtml(own.lead)}</p>${period(page)}${outcome(page)}${fairness(page)}${waits(page)}${checking(page)}${more(page)}`,
  });
}

function script({ own, texts, language, report, filePath, scriptUrl }: Page): string {
  const { valid, badFile, badSignature, badFigures, unreadable } = own;
  const data: ReportData = {
    ...{ path: filePath, publicKey: report.publicKey, language },
    texts: {
      ...{ valid, badFile, badSignature, badFigures, unreadable },
      oldBrowser: texts.draw.oldBrowser,
    },
  };
  return `<script type="application/json" id="stanchion">${jsonForScript(data)}</script><script src="${escapeHtml(scriptUrl)}" defer></script>`;
}

function period({ report: { openedAtMs, endedAtMs }, locale }: Page): string {
  const time = (atMs: number) =>
    `<time datetime="${new Date(atMs).toISOString()}">${escapeHtml(reportMoment(atMs, locale, "UTC"))}</time>`;
  return `<p class="period">${time(openedAtMs)} – ${time(endedAtMs)}</p>`;
}

function section(title: string, body: string): string {
  return `<section class="part"><h2>${escapeHtml(title)}</h2>${body}</section>`;
}

type Row = readonly [label: string, value: string, share?: string];

function table(title: string, rows: readonly Row[]): string {
  const lines = rows.map(
    ([label, value, share]) =>
      `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td>${share === undefined ? "" : `<td>${escapeHtml(share)}</td>`}</tr>`,
  );
  return `<table class="sums"><caption class="quiet">${escapeHtml(title)}</caption><tbody>${lines.join("")}</tbody></table>`;
}

function outcome({ report: { people, figures }, own, format, locale }: Page): string {
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const of = (part: number, whole: number) => (whole === 0 ? "" : percents.format(part / whole));
  if (people === undefined)
    return section(
      own.outcomeTitle,
      table(own.outcomeTitle, [[own.admitted, format.count(figures.totals.line)]]),
    );
  const { arrived, joined, removed } = people;
  const arrivals = (["arrived", "turnedAway", "joined"] as const).map(
    (name): Row => [own[name], format.count(people[name]), of(people[name], arrived)],
  );
  const others = ["admitted", "waiting", "left", "noShows", "removed"] as const;
  const places = others
    .filter((name) => name !== "removed" || removed > 0)
    .map((name): Row => [own[name], format.count(people[name]), of(people[name], joined)]);
  return section(
    own.outcomeTitle,
    `${table(own.outcomeTitle, arrivals)}${table(own.joined, places)}`,
  );
}

type Sentence = { readonly isGood: boolean; readonly text: string };

function fairness(page: Page): string {
  const { own, texts, report, drawPath } = page;
  const sentences = [pace(page), order(page), numbers(page), past(page), drawn(page)].flat();
  const items = sentences.map(
    ({ isGood, text }) =>
      `<li><span class="sign" aria-hidden="true">${isGood ? "✓" : "!"}</span><span>${escapeHtml(text)}</span></li>`,
  );
  const link =
    report.draw === null
      ? ""
      : `<p><a href="${escapeHtml(drawPath)}">${escapeHtml(texts.page.checkDrawLink)}</a></p>`;
  return section(own.fairTitle, `<ul class="found">${items.join("")}</ul>${link}`);
}

function pace({ own, say, report: { figures } }: Page): readonly Sentence[] {
  const { fullestMinute } = figures;
  if (fullestMinute === null) return [];
  const { admitted, allowed } = fullestMinute;
  const isGood = admitted <= allowed;
  return [{ isGood, text: say(isGood ? own.paceKept : own.paceExceeded, { admitted, allowed }) }];
}

function order({ own, say, report: { figures, method } }: Page): readonly Sentence[] {
  if (method === "random") return [{ isGood: true, text: own.orderRandom }];
  const { afterHigher, inversions } = figures.order;
  if (afterHigher === 0) return [{ isGood: true, text: own.orderKept }];
  return [{ isGood: inversions === 0, text: say(own.orderLate, { count: afterHigher }) }];
}

function numbers({ own, say, report: { figures } }: Page): readonly Sentence[] {
  const { numbersTwice } = figures;
  if (numbersTwice === null) return [];
  const isGood = numbersTwice === 0;
  return [
    { isGood, text: isGood ? own.numbersOnce : say(own.numbersTwice, { count: numbersTwice }) },
  ];
}

/** Nobody of those is wrong, but a reader wants to know of them. */
function past({ own, say, report: { figures } }: Page): readonly Sentence[] {
  const { notHeld, afterEvent, staffLink, outOfTurn = 0 } = figures.totals;
  const told = [
    [own.outOfTurn, outOfTurn],
    [own.bypassed, notHeld + afterEvent + staffLink],
  ] as const;
  return told.flatMap(([text, count]) =>
    count === 0 ? [] : [{ isGood: false, text: say(text, { count }) }],
  );
}

const TEXT_OF_VERDICT = {
  provable: "drawProvable",
  "not-provable": "drawNotProvable",
  tampered: "drawTampered",
} as const;

function drawn({ own, report: { draw } }: Page): readonly Sentence[] {
  if (draw === null) return [];
  return [{ isGood: draw.verdict === "provable", text: own[TEXT_OF_VERDICT[draw.verdict]] }];
}

function waits({ own, texts, say, format, report: { figures } }: Page): string {
  const { medianMinutes, slowestTenthMinutes, longestMinutes } = figures.waits;
  const rows = (
    [
      [own.medianWait, medianMinutes],
      [own.mostWait, slowestTenthMinutes],
      [own.longestWait, longestMinutes],
    ] as const
  ).flatMap(([label, minutes]): Row[] =>
    minutes === null
      ? []
      : [[label, say(texts.screen.waitUpTo, { wait: format.duration("minute", minutes + 1) })]],
  );
  return rows.length === 0 ? "" : section(own.waitTitle, table(own.waitTitle, rows));
}

function checking({ own, texts, report: { publicKey } }: Page): string {
  const { draw } = texts;
  return section(
    own.checkTitle,
    `<p>${escapeHtml(own.checkLead)}</p><p class="action"><button class="button" id="check" hidden>${escapeHtml(own.checkButton)}</button></p><noscript><p>${escapeHtml(draw.needsScript)}</p></noscript><p class="message" id="verdict" role="status" hidden></p><p class="detail" id="detail" lang="en" dir="ltr"></p><div class="code"><p>${escapeHtml(own.trustNote)}</p><p>${escapeHtml(draw.key)} <code>${escapeHtml(publicKey)}</code></p><p><code dir="ltr">stanchion verify-fairness report.json --key=${escapeHtml(publicKey)}</code></p></div>`,
  );
}

function more({ own, texts, filePath, languagePath }: Page): string {
  return `<div class="more"><a href="${escapeHtml(filePath)}">${escapeHtml(own.fileLink)}</a><button id="print" hidden>${escapeHtml(own.printButton)}</button><a href="${escapeHtml(languagePath)}">${escapeHtml(texts.page.languageTitle)}</a></div>`;
}
