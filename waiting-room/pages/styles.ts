import { createHash } from "node:crypto";
import { brandColours, SURFACES } from "@/lib/domain/brand/colour";

/** Shows what visitors without JavaScript need at once, instead of after a delay. */
export const NO_SCRIPT_STYLES =
  ".fallback{animation:none}.scripted,[data-screen=join] :is(.card,.notes){display:none!important}.top:has(dd:empty){display:none}dd:empty::before{content:none}";

const RULES = `
*{box-sizing:border-box}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:radial-gradient(56rem 26rem at 50% -10rem,color-mix(in srgb,var(--brand) var(--glow),transparent),transparent) no-repeat var(--page);color:var(--text);font:1rem/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Noto Sans",sans-serif}
body::before{content:"";position:fixed;inset:0 0 auto;height:3px;background:var(--brand)}
header,footer{display:flex;align-items:center;gap:12px;padding:24px 32px}
header{font-weight:600}
header img{display:block;height:32px;max-width:180px;object-fit:contain}
.mark{width:1.75rem;height:1.75rem;border-radius:8px;background:var(--accent);color:var(--on-accent);display:grid;place-items:center;font-size:.9rem;font-weight:700}
main{flex:1;width:100%;max-width:584px;margin:0 auto;padding:clamp(16px,8vh,96px) 24px 40px;overflow-wrap:anywhere;hyphens:auto}
[dir=rtl]{--tight:0}
.event{margin:0 0 8px;color:var(--accent);font-weight:600;font-size:.9rem}
h1{margin:0;font-size:clamp(2rem,6vw,2.8rem);line-height:1.1;letter-spacing:var(--tight);font-weight:680;text-wrap:balance;hyphens:manual}
h1:focus{outline:0}
.lead{margin:12px 0 0;color:var(--soft);font-size:1.05rem;line-height:1.5;min-height:3em;max-width:34em}
.card{margin:24px 0 0;border:1px solid var(--line);border-radius:16px;background:var(--card);box-shadow:0 12px 32px -12px rgb(0 0 0/.1);overflow:hidden}
.top{padding:22px 24px 18px}
dl,dd{margin:0}
dt{color:var(--soft);font-size:.9rem}
dd{font-variant-numeric:tabular-nums}
.figure{font-size:clamp(3rem,13vw,4.5rem);line-height:1.1;letter-spacing:var(--tight);font-weight:700}
[data-layout=countdown] .figure{font-size:clamp(2rem,10vw,3.8rem)}
progress{display:block;width:calc(100% - 48px);height:8px;margin:0 24px 26px;border:0;border-radius:4px;background:var(--track);overflow:hidden;appearance:none;-webkit-appearance:none}
::-webkit-progress-bar{background:var(--track)}
::-webkit-progress-value{min-inline-size:8px;background:var(--accent);border-radius:4px}
::-moz-progress-bar{min-inline-size:8px;background:var(--accent);border-radius:4px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr));gap:1px;border-top:1px solid var(--line);background:var(--line)}
.facts>div{padding:16px 24px 18px;background:var(--card)}
.fact{font-size:1.25rem;font-weight:620;line-height:1.4}
.why{margin:0;padding:12px 24px;border-top:1px solid var(--line);color:var(--soft);font-size:.9rem}
.status{display:flex;align-items:center;gap:11px;margin:16px 0 0;padding-inline-start:4px;min-height:24px;color:var(--soft);font-size:.9rem;font-variant-numeric:tabular-nums}
.dot{flex:none;width:8px;height:8px;border-radius:50%;--tone:var(--good);background:var(--tone);box-shadow:0 0 0 3px color-mix(in srgb,var(--tone) 18%,transparent)}
.message{margin:16px 0 0;padding:14px 18px;border-radius:12px;border:1px solid var(--line);background:var(--card);white-space:pre-line}
.message b,.message small{display:block;font-size:.9rem;font-weight:500;color:var(--soft)}
.action{margin:24px 0 0}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:10px 24px;border:0;border-radius:12px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:620;text-decoration:none;cursor:pointer}
.button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.notes{margin:28px 0 0;padding:0;list-style:none;display:grid;gap:10px;color:var(--soft);font-size:.9rem}
.notes li{display:flex;gap:12px}
.notes svg{flex:none;margin-top:3px;width:1.1rem;height:1.1rem;fill:none;stroke:var(--accent);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
code{font-family:ui-monospace,monospace;color:var(--text)}
.more,.alerts{display:flex;flex-wrap:wrap;gap:0 20px;margin:28px 0 0;font-size:.9rem}.more a,.more button{padding:12px 0;border:0;background:none;color:var(--soft);font:inherit;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.alerts{gap:8px;margin:20px 0 0}.alerts button{min-height:44px;padding:6px 14px;border:1px solid var(--line);border-radius:22px;background:var(--card);color:var(--text);font:inherit;font-size:.9rem;cursor:pointer}
.support{margin:16px 0 0;color:var(--soft);font-size:.9rem}
footer{justify-content:center;color:var(--soft);font-size:.8rem}
.why:empty{display:none}
dd:empty::before{content:"";display:inline-block;width:2.6em;height:.7em;border-radius:.25em;background:var(--track)}
.fact:empty::before{width:5em}
.quiet{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[data-layout=message] .card,[data-layout=countdown] progress,[data-layout=chance] :is(.top,progress,.facts>:first-child){display:none}
[data-layout=message] .lead{min-height:0}
[data-screen=before] .facts,[data-screen^=d] .facts,[data-screen=here] :is(.facts,.notes){display:none}
[data-layout=chance] .facts{border:0}[data-layout=chance] .fact{font-size:clamp(1.8rem,8vw,2.5rem);line-height:1.2}
[data-tone=warn] .dot{--tone:var(--warn);border-radius:2px}
[data-tone=good] .card{border-color:var(--accent)}
.fallback{animation:show 0s 4s backwards}
@keyframes show{from{visibility:hidden}}
@media (prefers-reduced-motion:no-preference){::-webkit-progress-value{transition:inline-size 1s ease-out}::-moz-progress-bar{transition:inline-size 1s ease-out}dd:empty::before{animation:breathe 1.8s ease-in-out infinite}@keyframes breathe{50%{opacity:.35}}}
@media (forced-colors:active){progress,.button{border:1px solid}.dot,::-webkit-progress-value{background:Highlight!important}::-moz-progress-bar{background:Highlight}}
@media (max-width:480px){header{padding:20px}main{padding:8px 20px 28px}.top{padding:18px 20px 16px}progress{width:calc(100% - 40px);margin:0 20px 22px}.facts>div{padding:14px 20px 16px}.why{padding:12px 20px}.fact{font-size:1.1rem}.lead{font-size:1rem}.action .button{width:100%}footer{padding:16px 20px}}
`
  .trim()
  .replace(/\n/g, "");

/** What only pages of words have: a line to fill in, and what to quote to support. */
const RULES_OF_WORDS = `
.asked{display:block;margin:0 0 16px}.asked span{display:block;margin-bottom:6px;font-weight:600}.asked input{box-sizing:border-box;width:100%;max-width:350px;min-height:48px;padding:10px 14px;border:1px solid currentColor;border-radius:12px;background:transparent;color:inherit;font:inherit;letter-spacing:.06em}
.code{margin:32px 0 0;padding-top:16px;border-top:1px solid var(--line);color:var(--soft);font-size:.9rem}
.code p{margin:0 0 6px}
.qr{display:block;width:min(100%,15rem);margin:20px 0;border:1px solid var(--line);border-radius:12px;forced-color-adjust:none}
.choices{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr));gap:8px;margin:24px 0 0}.choices button{min-height:48px;padding:8px 14px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--text);font:inherit;text-align:start;cursor:pointer}.choices button:hover{border-color:var(--accent)}.choices [aria-current]{border-color:var(--accent);font-weight:620}
.pair{display:flex;flex-wrap:wrap;gap:12px}
.action+.action .button{border:1px solid var(--line);background:none;color:var(--text)}
.code-shown{margin:24px 0 0}.code-shown dd{font-size:min(3rem,9vw);white-space:nowrap;font-weight:700;letter-spacing:.04em}
`
  .trim()
  .replace(/\n/g, "");

/** What the customer's colours do not decide, on light and on dark pages. */
export const SHADES = {
  light: "--glow:6%;--good:#15803d;--warn:#b45309",
  dark: "--glow:14%;--good:#4ade80;--warn:#fbbf24",
} as const;

/** The style sheet of a page in the customer's colour, without what the page of the line never has; a theme's rules follow it. */
export function pageStyles(brandColour: string, isLine: boolean): string {
  const colours = brandColours(brandColour);
  const light = `--brand:${colours.brand};--accent:${colours.accentLight};--on-accent:${colours.onAccentLight};--page:#fafafa;--card:${SURFACES.light};--text:#18181b;--soft:#5b5b66;--line:#e4e4e7;--track:#ececef;--tight:-.025em;${SHADES.light}`;
  const dark = `--accent:${colours.accentDark};--on-accent:${colours.onAccentDark};--page:#09090b;--card:${SURFACES.dark};--text:#f4f4f5;--soft:#a6a6b0;--line:#2a2a30;--track:#27272d;${SHADES.dark}`;
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}${RULES}${isLine ? "" : RULES_OF_WORDS}`;
}

/** A source of `style-src` that allows exactly this text. */
export function styleHash(styles: string): string {
  return `'sha256-${createHash("sha256").update(styles).digest("base64")}'`;
}
