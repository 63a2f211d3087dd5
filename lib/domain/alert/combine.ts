import type { AlertNotice } from "./notice";

/** More alerts than these at once are told in one notice. */
const APART_MOST = 5;
const NAMED_MOST = 3;

type Told = { readonly ruleId: string; readonly type: string; readonly notice: AlertNotice };

/**
 * The notices that one channel gets at once: where more than five alerts of one rule and type open, repeat or resolve, one
 * notice says how many. Its key is the rule's, so that those of one rule stay in order. The others stay as they are.
 */
export function combineNotices(told: readonly Told[]): readonly AlertNotice[] {
  const groups = new Map<string, { readonly ruleId: string; readonly notices: AlertNotice[] }>();
  for (const { ruleId, type, notice } of told) {
    const group = `${ruleId} ${type} ${notice.kind}`;
    const one = groups.get(group) ?? { ruleId, notices: [] };
    one.notices.push(notice);
    groups.set(group, one);
  }
  return [...groups.values()].flatMap(({ ruleId, notices }) => {
    const [first] = notices;
    const alerts = new Set(notices.map(({ key }) => key)).size;
    if (first === undefined || alerts <= APART_MOST) return notices;
    const url = first.url === null ? null : new URL("/alerts", first.url).href;
    const summary = summaryOf(first.title, notices);
    return [{ ...first, key: ruleId, alerts, summary, eventName: null, count: 1, url }];
  });
}

/** What all of them say; otherwise the events that came first. */
function summaryOf(title: string, notices: readonly AlertNotice[]): string {
  const sentences = new Set(notices.map(({ summary }) => summary));
  const [only] = sentences;
  if (only !== undefined && sentences.size === 1) return only;
  const names = [...new Set(notices.flatMap(({ eventName }) => eventName ?? []))];
  if (names.length === 0) return title;
  const rest = names.length - NAMED_MOST;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return `${title} at ${names.slice(0, NAMED_MOST).join(", ")}${more}`;
}
