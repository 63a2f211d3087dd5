import type { CaptchaChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { CheckTexts } from "../challenge/challenge";
import { solveOnPage } from "../challenge/on-page";
import type { WidgetMessage } from "./widget-data";

const MARGIN_PX = 8;

/**
 * Shows a vendor's CAPTCHA in `box`, in a frame with a page of its own: the vendor's script runs there alone. Answers the
 * proof, or "" where another challenge is needed: this one is too old, or the vendor was away.
 */
export function show(
  box: HTMLElement,
  challenge: CaptchaChallenge,
  texts: CheckTexts,
): Promise<string> {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    const isHeld = challenge.retryAfterMs !== null;
    frame.onload = () => {
      frame.title = frame.contentDocument?.title ?? texts.checkProgress;
    };
    frame.src = challenge.frame + (isHeld ? "?held=1" : "");
    frame.style.cssText = "border:0;width:100%;height:9rem;color-scheme:inherit";
    let timer: ReturnType<typeof setTimeout>;
    const finish = (proof: string): void => {
      clearTimeout(timer);
      removeEventListener("message", hear);
      resolve(proof);
    };
    const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source !== frame.contentWindow || origin !== location.origin || !isMessage(data)) return;
      if (data.stanchionCaptcha === "height") frame.style.height = `${data.height + MARGIN_PX}px`;
      else if (data.stanchionCaptcha !== "solved") finish(`captcha.${data.stanchionCaptcha}`);
      else finish(`captcha.${challenge.seed}.${data.token}`);
    };
    addEventListener("message", hear);
    timer = setTimeout(() => finish(""), challenge.retryAfterMs ?? challenge.expiresInMs);
    box.replaceChildren(frame);
  });
}

/** The frame's page is ours: what has the name was written by it. */
function isMessage(data: unknown): data is WidgetMessage {
  return typeof data === "object" && data !== null && "stanchionCaptcha" in data;
}

solveOnPage(show);
