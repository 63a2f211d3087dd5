import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { ProofSubject } from "@/lib/domain/possession/proof-message";
import type { MoveData } from "@/waiting-room/client/move-data";
import { wordsIn } from "@/waiting-room/client/words";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";
import { qrPicture } from "./qr-picture";
import { renderForm } from "./render-form";

export type MovePageModel = {
  readonly language: Language;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly eventName: string;
  /** Where the forms of this page are sent. */
  readonly path: string;
  /** Back to the waiting page. */
  readonly backPath: string;
  /** Where somebody whose place has moved joins anew. */
  readonly joinPath: string;
  /** What the forms send back as `t`; null where the visitor named none. */
  readonly target: string | null;
  readonly view: MoveView;
};

/** What a form is signed about, and by which script. */
export type FormSigning = { readonly scriptUrl: string; readonly subject: ProofSubject };

export type MoveView =
  /** Makes a code, where the visitor holds a place that can move, and takes one. */
  | {
      readonly state: "ask";
      readonly canMake: boolean;
      readonly wasRefused?: boolean;
      /** Where the code is made with the key of the place. */
      readonly signing?: FormSigning | null;
    }
  | {
      readonly state: "made";
      readonly code: string;
      /** For how long the code works. */
      readonly leftMs: number;
      /** With the code in it, for the other device. */
      readonly link: string;
      readonly scriptUrl: string;
    }
  /** The visitor came by a link with a code. */
  | { readonly state: "link"; readonly code: string }
  /** The visitor's place went to another device. */
  | { readonly state: "moved" }
  /** The browser that joined holds the key of this place, and this browser does not. */
  | { readonly state: "elsewhere" };

type Made = Extract<MoveView, { state: "made" }>;

/** The page on which a place goes to another device. It needs no JavaScript; every string is escaped. */
export function renderMovePage(model: MovePageModel): string {
  const { language, brand, eventName, view } = model;
  const { title, lead } = headOf(model);
  return renderDocument({
    language,
    brand,
    title: `${title} · ${eventName}`,
    head: scriptOf(model),
    motto: null,
    bodyAttributes: `data-screen="move" data-layout="message" data-tone="${view.state === "moved" || view.state === "elsewhere" ? "warn" : "calm"}"`,
    main: `<p class="event">${escapeHtml(eventName)}</p><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(lead)}</p>${bodyOf(model)}`,
  });
}

function headOf({ texts, view }: MovePageModel): { readonly title: string; readonly lead: string } {
  const { move } = texts;
  switch (view.state) {
    case "link":
      return { title: move.linkTitle, lead: move.linkLead };
    case "moved":
      return { title: move.movedTitle, lead: move.movedLead };
    case "elsewhere":
      return { title: move.elsewhereTitle, lead: move.elsewhereLead };
    case "made":
      return { title: move.title, lead: move.madeLead };
    case "ask":
      return view.canMake
        ? { title: move.title, lead: move.lead }
        : { title: move.askTitle, lead: move.askLead };
  }
}

function bodyOf(model: MovePageModel): string {
  const { view, texts } = model;
  switch (view.state) {
    case "link":
      return `${takeForm(model, view.code)}${back(model)}`;
    case "made":
      return `${madeCode(model, view)}${back(model)}`;
    case "moved":
      return renderForm({
        attributes: 'class="action"',
        path: model.joinPath,
        label: texts.actions.joinLine,
        fields: targetOf(model),
      });
    case "elsewhere":
      return `${takeForm(model, null)}${back(model)}`;
    case "ask":
      return `${askBody(model, view)}${back(model)}`;
  }
}

function askBody(
  model: MovePageModel,
  { canMake, wasRefused = false, signing = null }: Extract<MoveView, { state: "ask" }>,
): string {
  const { move } = model.texts;
  const refused = wasRefused
    ? `<p class="message" role="alert">${escapeHtml(move.codeRefused)}</p>`
    : "";
  if (!canMake) return `${refused}${takeForm(model, null)}`;
  const make = renderForm({
    attributes: `class="action"${signing === null ? "" : ` data-sign="${escapeHtml(JSON.stringify(signing.subject))}"`}`,
    path: model.path,
    label: move.newCodeButton,
    fields: { ...targetOf(model), make: "1" },
  });
  const script =
    signing === null
      ? ""
      : `<script type="module" src="${escapeHtml(signing.scriptUrl)}"></script>`;
  return `${refused}${make}${script}<section class="other"><h2>${escapeHtml(move.askTitle)}</h2><p>${escapeHtml(move.askLead)}</p>${takeForm(model, null)}</section>`;
}

function madeCode(
  { texts, language, path, target }: MovePageModel,
  { code, leftMs, link }: Made,
): string {
  const { move } = texts;
  const { say, format } = wordsIn(language, texts.screen);
  const time = format.duration("minute", Math.ceil(leftMs / 60_000));
  const again =
    target === null
      ? path
      : `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ t: target })}`;
  return `<div id="code-made"><dl class="code-shown"><dt>${escapeHtml(move.codeFigure)}</dt><dd id="move-code" dir="ltr">${escapeHtml(code)}</dd></dl><p id="code-left" role="timer">${escapeHtml(say(move.codeLeft, { time }))}</p>${qrPicture(link, move.qrLabel)}<p><a id="move-link" href="${escapeHtml(link)}" dir="ltr">${escapeHtml(link)}</a></p><div class="pair"><button class="button" id="copy-link" hidden>${escapeHtml(move.copyButton)}</button><button class="button" id="share-link" hidden>${escapeHtml(move.shareButton)}</button></div><p role="status" id="copied"></p></div><div id="code-over" role="status" hidden><p class="message">${escapeHtml(move.codeExpired)}</p><p class="action"><a class="button" href="${escapeHtml(again)}">${escapeHtml(move.newCodeButton)}</a></p></div>`;
}

function scriptOf({ texts, language, view }: MovePageModel): string {
  if (view.state !== "made") return "";
  const { leftMs, link, scriptUrl } = view;
  const { codeLeft, copied } = texts.move;
  const data: MoveData = { link, leftMs, language, texts: { codeLeft, copied } };
  return `<script type="application/json" id="stanchion">${jsonForScript(data)}</script><script src="${escapeHtml(scriptUrl)}" defer></script>`;
}

/** With a code the form has a button only. */
function takeForm(model: MovePageModel, code: string | null): string {
  const { move } = model.texts;
  const asked = { input: { name: "code", label: move.codeLabel } };
  return renderForm({
    attributes: 'class="action"',
    path: model.path,
    label: move.useCodeButton,
    fields: { ...targetOf(model), ...(code === null ? {} : { code }) },
    ...(code === null ? asked : {}),
  });
}

function back({ backPath, texts }: MovePageModel): string {
  return `<div class="more"><a href="${escapeHtml(backPath)}">${escapeHtml(texts.move.backLink)}</a></div>`;
}

function targetOf({ target }: MovePageModel): Readonly<Record<string, string>> {
  return target === null ? {} : { t: target };
}
