import type { Language } from "@/lib/domain/page-texts/languages";
import { makeSay } from "@/lib/domain/page-texts/text";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { NoticeData } from "@/waiting-room/client/notice-data";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";
import { renderForm } from "./render-form";

/** What the page on which visitors ask to be told says. */
export type NoticeView =
  /** What may be asked; `stops` are the links of what was asked in this browser already. */
  | {
      readonly state: "ask";
      readonly mail: boolean;
      readonly pushKey: string | null;
      readonly stops: readonly string[];
      readonly problem: AskProblem | null;
    }
  | { readonly state: "asked"; readonly address: string; readonly stop: string }
  /** Opened from an e-mail: only a press of the button does it, since scanners open links, too. */
  | { readonly state: "confirm" | "stop"; readonly link: string }
  | { readonly state: "confirmed" | "stopped" | "invalid" };

export type NoticePageModel = {
  readonly language: Language;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly eventName: string;
  /** `/line/{c}/{e}/notices` and `/line/{c}/{e}/notices-worker.js`, behind the base path. */
  readonly path: string;
  readonly workerPath: string;
  readonly scriptUrl: string;
  /** The waiting page. */
  readonly backUrl: string;
  /** What links and forms of ours say again of how pages look, with a question mark; "" for nothing. */
  readonly kept: string;
  readonly view: NoticeView;
};

/** The page for e-mail and notifications. It works for e-mail without a script. Every string of the model is escaped. */
export function renderNoticePage(model: NoticePageModel): string {
  const { language, texts, brand, eventName, view, backUrl } = model;
  const { headline, lead, more, stop = "" } = contentOf(model);
  return renderDocument({
    language,
    brand,
    title: `${headline} · ${eventName}`,
    head: view.state === "ask" && view.pushKey !== null ? script(model, view.pushKey) : "",
    motto: null,
    bodyAttributes: 'data-screen="notices" data-layout="message" data-tone="calm"',
    main: `<p class="event">${escapeHtml(eventName)}</p><h1>${escapeHtml(headline)}</h1><p class="lead">${escapeHtml(lead)}</p>${more}<div class="more"><a href="${escapeHtml(backUrl)}">${escapeHtml(texts.move.backLink)}</a>${stop}</div>`,
  });
}

/** `more` and `stop` are HTML; `stop` stands at the foot, where it is no first choice. */
type Content = {
  readonly headline: string;
  readonly lead: string;
  readonly more: string;
  readonly stop?: string;
};

function contentOf(model: NoticePageModel): Content {
  const { language, view } = model;
  const { notice } = model.texts;
  switch (view.state) {
    case "ask":
      return {
        headline: notice.title,
        lead: view.mail ? notice.lead : notice.pushLead,
        more: askForms(model, view),
        stop: stopForm(model, view.stops),
      };
    case "asked": {
      const lead = makeSay(language)(notice.mailAsked, { address: view.address });
      return { headline: notice.title, lead, more: "", stop: stopForm(model, [view.stop]) };
    }
    case "confirm":
      return {
        headline: notice.title,
        lead: notice.lead,
        more: postForm(model, "confirm", { link: view.link }),
      };
    case "stop":
      return {
        headline: notice.title,
        lead: notice.lead,
        more: postForm(model, "stop", { link: view.link }),
      };
    case "confirmed":
      return { headline: notice.mailConfirmedTitle, lead: notice.mailConfirmedLead, more: "" };
    case "stopped":
      return { headline: notice.stoppedTitle, lead: notice.stoppedLead, more: "" };
    case "invalid":
      return { headline: notice.title, lead: notice.linkInvalid, more: "" };
  }
}

type AskProblem = "addressInvalid" | "addressUsed" | "failed";

function problemText({ notice, screen }: Texts, problem: AskProblem): string {
  return problem === "failed" ? screen.errorTitle : notice[problem];
}

type AskView = Extract<NoticeView, { state: "ask" }>;

function askForms(model: NoticePageModel, { mail, pushKey, problem }: AskView): string {
  const { path, kept, texts } = model;
  const { notice } = texts;
  const said = `<p class="message" id="said" role="status"${problem === null ? " hidden" : ""}>${problem === null ? "" : escapeHtml(problemText(model.texts, problem))}</p>`;
  const address = mail
    ? `<form class="action" method="post" action="${escapeHtml(path + kept)}"><label class="asked"><span>${escapeHtml(notice.mailLabel)}</span><input type="email" name="address" required maxlength="254" autocomplete="email" dir="ltr"></label><button class="button">${escapeHtml(notice.mailButton)}</button></form>`
    : "";
  const push =
    pushKey === null
      ? ""
      : `<p class="action"><button class="button" id="push" hidden>${escapeHtml(notice.pushButton)}</button></p>`;
  return said + address + push;
}

/** Stops all that was asked in this browser: `link`, and `other` for the second way. */
function stopForm({ path, kept, texts }: NoticePageModel, links: readonly string[]): string {
  const names = ["link", "other"];
  const inputs = links.map(
    (link, index) =>
      `<input type="hidden" name="${names[index] ?? ""}" value="${escapeHtml(link)}">`,
  );
  return links.length === 0
    ? ""
    : `<form method="post" action="${escapeHtml(`${path}/stop${kept}`)}">${inputs.join("")}<button>${escapeHtml(texts.notice.stopButton)}</button></form>`;
}

function postForm(
  { path, kept, texts }: NoticePageModel,
  use: "confirm" | "stop",
  fields: Readonly<Record<string, string>>,
): string {
  const { mailButton, stopButton } = texts.notice;
  return renderForm({
    attributes: 'class="action"',
    path: `${path}/${use}${kept}`,
    label: use === "confirm" ? mailButton : stopButton,
    fields,
  });
}

function script({ path, workerPath, scriptUrl, texts }: NoticePageModel, pushKey: string): string {
  const { pushOn, pushDenied, addressUsed } = texts.notice;
  const failed = problemText(texts, "failed");
  const data: NoticeData = {
    ...{ path, workerPath, pushKey },
    texts: { pushOn, pushDenied, failed, addressUsed },
  };
  return `<script type="application/json" id="stanchion">${jsonForScript(data)}</script><script src="${escapeHtml(scriptUrl)}" defer></script>`;
}
