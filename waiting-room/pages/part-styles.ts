/** How our parts look on a page of a customer: plain, in its font and colours, and easy to change by its own styles. */
export const PART_STYLES = `
[hidden]{display:none!important}
.stanchion{line-height:1.5;overflow-wrap:anywhere}
.stanchion dl,.stanchion dd,.stanchion form{margin:0}
.stanchion dt,.stanchion .status,.stanchion .why{font-size:.9em;opacity:.8}
.stanchion .card{margin:1em 0;padding:1em;border:1px solid;border-radius:.75em}
.stanchion .figure{font-size:3em;line-height:1.1;font-weight:700;font-variant-numeric:tabular-nums}
.stanchion .fact{font-size:1.2em;font-weight:600}
.stanchion .facts{display:grid;grid-template-columns:1fr 1fr;gap:1em;margin-top:1em}
.stanchion progress{width:100%}
.stanchion .message{white-space:pre-line}
.stanchion .message b{display:block}
.stanchion .button{display:inline-block;padding:.75em 1.5em;border:0;border-radius:.5em;background:#18181b;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.stanchion .more{display:flex;flex-wrap:wrap;gap:1em;margin-top:1em}
.stanchion .more a,.stanchion .more button{padding:.25em 0;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer}
.stanchion .notes{display:none}
.stanchion .quiet{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.stanchion :focus-visible{outline:3px solid;outline-offset:2px}
.stanchion .why:empty,.stanchion dd:empty::before{display:none}
[data-layout=message] .stanchion .card,[data-layout=countdown] .stanchion progress{display:none}
:is([data-screen=before],[data-screen^=draw],[data-screen=here]) .stanchion .facts{display:none}
[data-layout=chance] .stanchion :is(.top,progress,.facts>:first-child){display:none}
.stanchion .alerts{display:flex;flex-wrap:wrap;gap:.5em;margin-top:1em}
.stanchion .message small{display:block;opacity:.8}
.fallback{animation:show 0s 4s backwards}
@keyframes show{from{visibility:hidden}}
`
  .trim()
  .replace(/\n/g, "");
