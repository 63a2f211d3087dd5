import type { WidgetData } from "./widget-data";

export type WidgetHeard = {
  readonly onShown: () => void;
  readonly onSolved: (token: string) => void;
  /** The visitor did not solve it, or it has grown too old: the widget lets them try again. */
  readonly onFailed: () => void;
  /** The vendor's script cannot be had. */
  readonly onUnloaded: () => void;
};

/** What Turnstile and hCaptcha put into the window. */
type Renders = {
  readonly render: (
    box: HTMLElement,
    options: Readonly<Record<string, string | ((token: string) => void)>>,
  ) => unknown;
};
type Recaptcha = {
  readonly ready: (then: () => void) => void;
  readonly execute: (siteKey: string, options: { action: string }) => Promise<string>;
};
/** Scripts of vendors put their functions here. */
type VendorWindow = Window & {
  readonly turnstile?: Renders;
  readonly hcaptcha?: Renders;
  readonly grecaptcha?: Recaptcha;
};

/** Loads the vendor's script and draws its widget. */
export function drawWidget(box: HTMLElement, data: WidgetData, heard: WidgetHeard): void {
  const { provider, siteKey, language } = data;
  if (provider === "friendly-captcha") {
    box.className = "frc-captcha";
    box.dataset["sitekey"] = siteKey;
    box.lang = language;
    box.addEventListener("frc:widget.complete", (event) => {
      heard.onSolved((event as CustomEvent<{ response: string }>).detail.response);
    });
    box.addEventListener("frc:widget.error", heard.onFailed);
    box.addEventListener("frc:widget.expire", heard.onFailed);
  }
  const script = document.createElement("script");
  script.src = data.scriptUrl;
  if (provider === "friendly-captcha") script.type = "module";
  script.onerror = heard.onUnloaded;
  script.onload = () => drawLoaded(box, data, heard);
  document.head.append(script);
}

function drawLoaded(box: HTMLElement, data: WidgetData, heard: WidgetHeard): void {
  const { provider, siteKey, action, language } = data;
  const { turnstile, hcaptcha, grecaptcha } = window as VendorWindow;
  if (provider === "recaptcha" && grecaptcha !== undefined) {
    grecaptcha.ready(() => {
      heard.onShown();
      grecaptcha.execute(siteKey, { action }).then(heard.onSolved, heard.onUnloaded);
    });
    return;
  }
  const vendor = provider === "turnstile" ? turnstile : hcaptcha;
  if (provider !== "friendly-captcha" && vendor === undefined) {
    heard.onUnloaded();
    return;
  }
  // Friendly Captcha's script looks for its box by itself.
  if (provider !== "friendly-captcha") {
    vendor?.render(box, {
      sitekey: siteKey,
      ...(provider === "turnstile" ? { action, language } : { hl: language }),
      callback: heard.onSolved,
      "error-callback": heard.onFailed,
      "expired-callback": heard.onFailed,
    });
  }
  heard.onShown();
}
