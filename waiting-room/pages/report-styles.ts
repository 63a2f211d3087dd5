/** What only the page of a published report has. */
export const REPORT_STYLES = `
.period{margin:8px 0 0;color:var(--soft);font-size:.9rem}
.part{margin:36px 0 0}
.part h2{margin:0;font-size:1.25rem;line-height:1.3}
.sums{width:100%;margin:12px 0 0;border-collapse:collapse;font-variant-numeric:tabular-nums}
.sums+.sums{margin-top:0;border-top:2px solid var(--line)}
.sums th,.sums td{padding:8px 0;border-bottom:1px solid var(--line)}
.sums th{font-weight:400;text-align:start}
.sums td{padding-inline-start:12px;text-align:end;font-weight:620;white-space:nowrap}
.sums td+td{width:5.5em;color:var(--soft);font-weight:400}
.found{margin:12px 0 0;padding:0;list-style:none;display:grid;gap:10px}
.found li{display:flex;gap:12px}
.sign{flex:none;width:1.2em;font-weight:700;color:var(--accent);text-align:center}
.message[data-tone]{font-weight:620}
.message[data-tone=good]{border-color:var(--good)}
.message[data-tone=bad]{border-color:var(--warn)}
.detail{margin:8px 0 0;color:var(--soft);font-size:.9rem}
.detail:empty{display:none}
.part a{color:var(--accent)}
.part code{word-break:break-all}
@media print{:root{--page:#fff;--card:#fff;--text:#000;--soft:#333;--line:#999;--accent:#000}body{background:none;color:#000}body::before,.action,.more,footer{display:none!important}main{max-width:none;padding:0}header{padding:0 0 16px}.part{break-inside:avoid;margin-top:24px}}
`
  .trim()
  .replace(/\n/g, "");
