const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** `Firefox on Windows`: enough for somebody to tell their sessions apart, and nothing that could be forged into more. */
export function nameBrowser(userAgent: string): string {
  const find = (names: typeof BROWSERS, unknown: string) =>
    names.find(([sign]) => sign.test(userAgent))?.[1] ?? unknown;
  return `${find(BROWSERS, "a browser")} on ${find(SYSTEMS, "an unknown system")}`;
}
