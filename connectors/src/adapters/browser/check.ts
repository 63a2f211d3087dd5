import type { CompiledConfig } from "../../core/compile-config.ts";
import { createConfigLoader } from "./config-loader.ts";
import { type Asked, type JudgedPage, type Judgement, judge } from "./judge.ts";
import type { BrowserConnectorOptions } from "./options.ts";
import { cleanAddress, createOutcomes } from "./outcome.ts";
import type { Page } from "./page.ts";
import { ask, type Verdict } from "./question.ts";
import { TIMEOUT_SESSION } from "./session.ts";

const CONNECTOR_VERSION = "stanchion-browser-0.1.0";
const RETRY_MS = 10_000;
const WAIT_TEXT = "One moment, please. This page is not ready yet and tries again by itself.";

/** Whether a check is still that of the page; what a later one has overtaken says nothing. */
type IsCurrent = () => boolean;

function toJudge(options: BrowserConnectorOptions, page: Page, config: CompiledConfig): JudgedPage {
  const header = (name: string): string | undefined => {
    if (name === "cookie") return page.cookies();
    return name === "user-agent" ? page.userAgent() : undefined;
  };
  return {
    ...options,
    request: { url: page.url(), header, variable: page.variable },
    config,
    connectorVersion: CONNECTOR_VERSION,
    nowMs: page.nowMs(),
  };
}

/**
 * Makes the check of a page: it loads the rules, decides, asks the waiting room what only that can
 * know, and goes there, shows the page or covers it. The check never rejects.
 */
export function createCheck(options: BrowserConnectorOptions, page: Page): () => Promise<void> {
  const { customerId, failOpen, intercept, waitText = WAIT_TEXT } = options;
  const loader = createConfigLoader(options, page);
  const { enter, keep, show } = createOutcomes(options, page);
  let visits = 0;

  const leave = (address: string, cookies: readonly string[]): void => {
    for (const cookie of cookies) page.setCookie(cookie);
    page.navigate(address, false);
  };
  const waitAndRetry = (isCurrent: IsCurrent): void => {
    page.cover(waitText);
    page.after(RETRY_MS, () => {
      if (isCurrent()) void check();
    });
  };
  const obey = (verdict: Verdict | null, { rule, cookies }: Asked, isCurrent: IsCurrent): void => {
    if (verdict === null) page.report("no-answer", rule.eventId);
    if (verdict?.type === "session") enter(rule, verdict.value);
    else if (verdict?.type === "redirect") leave(verdict.address, cookies);
    else if (failOpen) enter(rule, TIMEOUT_SESSION);
    else waitAndRetry(isCurrent);
  };
  /** In the background: the page is shown already, and stays where nobody answers. */
  const renew = async (asked: Asked, isCurrent: IsCurrent): Promise<void> => {
    const verdict = await ask(page, customerId, asked);
    if (verdict?.type === "session") keep(asked.rule, verdict.value);
    else if (verdict !== null && isCurrent()) obey(verdict, asked, isCurrent);
  };
  const askFirst = async (asked: Asked, isCurrent: IsCurrent): Promise<void> => {
    page.cover("");
    const verdict = await ask(page, customerId, asked);
    if (isCurrent()) obey(verdict, asked, isCurrent);
  };
  const follow = async (judgement: Judgement, isCurrent: IsCurrent): Promise<void> => {
    switch (judgement.type) {
      case "show":
        // Requests have the token by then.
        if (intercept === true) cleanAddress(page);
        return page.cover(null);
      case "leave":
        return leave(judgement.address, judgement.cookies);
      case "ask":
        return askFirst(judgement, isCurrent);
      case "in":
        show(judgement.rule, judgement.session);
        if (judgement.renewal !== null) await renew(judgement.renewal, isCurrent);
    }
  };
  const decide = async (isCurrent: IsCurrent): Promise<void> => {
    const rules = await loader.load();
    if (!isCurrent()) return;
    if (rules !== null) await follow(judge(toJudge(options, page, rules)), isCurrent);
    else if (!failOpen) waitAndRetry(isCurrent);
  };
  async function check(): Promise<void> {
    visits += 1;
    const visit = visits;
    const isCurrent = (): boolean => visit === visits;
    try {
      await decide(isCurrent);
    } catch (error) {
      // The site's own code is among what was called.
      page.report("check-failed", String(error));
      if (!failOpen && isCurrent()) waitAndRetry(isCurrent);
    }
  }
  return check;
}
