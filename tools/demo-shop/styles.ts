import { createHash } from "node:crypto";

/** The whole style sheet of the shop, in every page. */
export const STYLES = `
:root{color-scheme:light dark;--page:#faf8f5;--card:#fff;--text:#1c1917;--soft:#57534e;--line:#e7e2da;--accent:#b4320f;--on-accent:#fff;--good:#166534;--good-page:#ecfdf3;--warn:#92400e;--warn-page:#fff7e6;--sun:#ff8a4c;--dusk:#c2410c;--night:#2b1530}
@media (prefers-color-scheme:dark){:root{--page:#0e0c0b;--card:#191614;--text:#f5f2ee;--soft:#b3aaa1;--line:#2f2a26;--accent:#ff9466;--on-accent:#2a0f04;--good:#86efac;--good-page:#0d2517;--warn:#fcd34d;--warn-page:#2a1f06;--sun:#e2672a;--dusk:#8c2f0b;--night:#190b1d}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--text);font:16px/1.55 ui-sans-serif,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;-webkit-font-smoothing:antialiased}
.wrap{width:100%;max-width:1080px;margin:0 auto;padding:0 32px}
header .wrap{display:flex;align-items:center;justify-content:space-between;gap:16px;padding-top:20px;padding-bottom:20px}
.mark{display:flex;align-items:center;gap:10px;color:var(--text);font-weight:680;letter-spacing:-.01em;text-decoration:none}
.mark svg{width:28px;height:28px}
nav{display:flex;gap:24px}
nav a{color:var(--soft);text-decoration:none;padding:10px 0}
nav a:hover,nav a[aria-current]{color:var(--text)}
nav a[aria-current]{font-weight:600}
main{flex:1}
h1{margin:0;font-size:clamp(36px,6vw,60px);line-height:1.05;letter-spacing:-.035em;font-weight:700;text-wrap:balance}
h2{margin:0;font-size:22px;letter-spacing:-.015em;line-height:1.3}
p{margin:0;text-wrap:pretty}
.lead{margin-top:16px;max-width:34em;color:var(--soft);font-size:18px}
.hero{position:relative;overflow:hidden;border-radius:24px;margin:8px 0 0;padding:72px 56px 64px;min-height:420px;display:flex;flex-direction:column;justify-content:flex-end;color:#fff;background:linear-gradient(165deg,var(--night) 18%,#7a2340 52%,var(--dusk) 78%,var(--sun))}
.hero svg{position:absolute;inset:auto 0 0;width:100%;height:62%}
.hero>div{position:relative;max-width:620px}
.hero .lead{color:#ffe9dd}
.eyebrow{margin-bottom:12px;color:#ffd2b8;font-weight:600;font-size:15px}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:10px 24px;border:0;border-radius:12px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:620;text-decoration:none;cursor:pointer}
.button:hover{filter:brightness(1.07)}
.hero .button{margin-top:28px;background:#fff;color:#3b1020}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:8px}
.hero :focus-visible{outline-color:#fff}
.points{display:grid;grid-template-columns:repeat(3,1fr);gap:24px;margin:40px 0 64px;padding:0;list-style:none}
.points b{display:block;margin-bottom:4px}
.points span{color:var(--soft)}
.top{padding:32px 0 0}
.note{display:flex;align-items:center;gap:14px;margin:28px 0 0;padding:14px 20px;border:1px solid var(--line);border-radius:14px;background:var(--card)}
.note b{display:block}
.note span{color:var(--soft);font-size:15px}
.note svg{flex:none;width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.note form{margin:0 0 0 auto}
.note[data-type=in]{background:var(--good-page);border-color:transparent}
.note[data-type=in]>svg,.note[data-type=in] b{color:var(--good)}
.note[data-type=unprotected]{background:var(--warn-page);border-color:transparent}
.note[data-type=unprotected]>svg,.note[data-type=unprotected] b{color:var(--warn)}
.link{min-height:44px;padding:0;border:0;background:none;color:var(--text);font:inherit;font-size:15px;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.shows{margin:28px 0 64px;padding:0;list-style:none;border:1px solid var(--line);border-radius:18px;background:var(--card);overflow:hidden}
.shows li{display:grid;grid-template-columns:72px 1fr auto auto;align-items:center;gap:28px;padding:20px 28px}
.shows li+li{border-top:1px solid var(--line)}
.date{text-align:center;line-height:1.15}
.date b{display:block;font-size:30px;letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.date span,.place p,.each{color:var(--soft);font-size:15px}
.price{text-align:right;font-variant-numeric:tabular-nums}
.price b{display:block;font-size:20px}
.order{max-width:560px;margin:28px 0 64px;border:1px solid var(--line);border-radius:18px;background:var(--card);overflow:hidden}
.order h2{padding:24px 28px 0}
.order>p{padding:4px 28px 20px;color:var(--soft)}
.order dl{display:grid;grid-template-columns:1fr auto;gap:12px 24px;margin:0;padding:20px 28px;border-top:1px solid var(--line);font-variant-numeric:tabular-nums}
.order dt{color:var(--soft)}
.order dd{margin:0;text-align:right}
.order .total{color:var(--text);font-weight:680;font-size:20px}
.seats{display:flex;gap:8px;padding:0 28px 24px;flex-wrap:wrap}
.seats a{display:grid;place-items:center;min-width:48px;min-height:48px;border:1px solid var(--line);border-radius:12px;color:var(--text);text-decoration:none;font-variant-numeric:tabular-nums}
.seats a[aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:650}
.done{padding:0 28px 28px}
.done .button{width:100%}
footer{color:var(--soft);font-size:14px;border-top:1px solid var(--line)}
footer .wrap{padding-top:20px;padding-bottom:20px}
@media (max-width:720px){.wrap{padding:0 20px}.hero{padding:48px 24px 32px;min-height:460px;border-radius:20px}.points{grid-template-columns:1fr;gap:18px;margin:32px 0 48px}.shows li{grid-template-columns:56px 1fr auto;gap:8px 16px;padding:18px 20px}.shows .button{grid-column:1/-1}.note{flex-wrap:wrap;padding:14px 18px}.note>div{flex:1;min-width:0}.note form{flex-basis:100%;margin-left:38px}.order h2,.order>p,.order dl,.seats,.done{padding-left:20px;padding-right:20px}}
`
  .trim()
  .replace(/\n/g, "");

/** Allows exactly this style sheet, and nothing that runs. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLES).digest("base64")}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`;
