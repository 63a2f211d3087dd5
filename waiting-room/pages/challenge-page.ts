import type { Language } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { ChallengePageData } from "@/waiting-room/client/challenge/on-page";
import { type PageBrand, renderDocument } from "./document";
import { escapeHtml, jsonForScript } from "./html";
import { renderForm } from "./render-form";
import { NO_SCRIPT_STYLES } from "./styles";

export type ChallengePageModel = {
  readonly language: Language;
  readonly texts: Texts;
  readonly brand: PageBrand;
  readonly eventName: string;
  readonly challenge: OfferedChallenge;
  /** Where the form is sent: the join that was asked for, and what it said. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Where a browser without JavaScript goes on, after so many seconds. */
  readonly checkedPath: string;
  readonly waitSeconds: number;
};

/**
 * The page of a challenge for somebody who has sent a form: its script solves it and sends the form again. Without
 * JavaScript it goes on by itself after a while. Every string of the model is escaped.
 */
export function renderChallengePage(model: ChallengePageModel): string {
  const { texts, eventName } = model;
  const { headline, lead } = texts.messages.checking;
  const {
    checkProgress,
    checkStarted,
    checkDone,
    checkStopButton,
    checkStopped,
    checkStartButton,
  } = texts.screen;
  const data: ChallengePageData = {
    challenge: model.challenge,
    texts: {
      checkProgress,
      checkStarted,
      checkDone,
      checkStopButton,
      checkStopped,
      checkStartButton,
    },
  };
  const refresh = `<meta http-equiv="refresh" content="${model.waitSeconds};url=${escapeHtml(model.checkedPath)}">`;
  const form = renderForm({
    attributes: 'class="action scripted"',
    path: model.path,
    label: texts.page.tryAgainButton,
    fields: { ...model.fields, joinId: model.challenge.joinId, proof: "" },
  });
  return renderDocument({
    language: model.language,
    brand: model.brand,
    title: `${headline} · ${eventName}`,
    head: `<noscript>${refresh}<style>${NO_SCRIPT_STYLES}</style></noscript><script type="application/json" id="stanchion-challenge">${jsonForScript(data)}</script><script type="module" src="${escapeHtml(model.challenge.script)}"></script>`,
    motto: null,
    bodyAttributes: 'data-screen="challenge" data-layout="message" data-tone="calm"',
    main: `<p class="event">${escapeHtml(eventName)}</p><h1>${escapeHtml(headline)}</h1><p class="lead">${escapeHtml(lead)}</p><div class="action scripted" id="challenge"></div>${form}`,
  });
}
