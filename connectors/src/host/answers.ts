/**
 * Turns an async lookup into a synchronous one: the answer is loaded before the decision that counts.
 * An answer that is a text is there at once. For any other, the lookup says "" (no HMAC, no first use,
 * no right to join) and puts the promise into `open`. Whoever finds one there throws the decision away,
 * waits, and decides again: the same lookup then has its answer. A decision that leaves nothing in
 * `open` counts.
 *
 * Each lookup is made once, and none while another is open. So they are the same lookups, in the same
 * order, as where nothing takes time.
 *
 * @param open - the promise of the answer that is waited for, if there is one; rejected as it was
 */
export function rememberAnswers<Question extends (subject: string, detail: never) => unknown>(
  question: Question,
  open: Promise<unknown>[],
): (...asked: Parameters<Question>) => Awaited<ReturnType<Question>>;
export function rememberAnswers(
  question: (subject: string, detail: unknown) => unknown,
  open: Promise<unknown>[],
): (subject: string, detail: unknown) => unknown {
  const answers: [subject: string, detail: unknown, answer: unknown][] = [];
  return (subject, detail) => {
    const known = answers.find((one) => one[0] === subject && one[1] === detail);
    if (known || open[0]) return known ? known[2] : "";
    const answer = question(subject, detail);
    if (typeof answer === "string") return answer;
    // A site's own store may have promises of its own kind.
    const late = Promise.resolve(answer);
    open.push(late.then((settled) => answers.push([subject, detail, settled])));
    return "";
  };
}
