/**
 * Makes a question that may take time one that a decision can ask at once. A text is an answer;
 * anything else is waited for. Until it is there, the answer is "": no HMAC, no first use, no right to
 * join. So whoever finds something in `open` throws away what was decided meanwhile, waits, and decides
 * again, which asks the same and gets the answer. A decision without an open question counts.
 *
 * Each question is asked once, and none while another is open: so they are the same questions, in the
 * same order, as where nothing takes time.
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
    if (known || open.length > 0) return known ? known[2] : "";
    const answer = question(subject, detail);
    if (typeof answer === "string") return answer;
    // A site's own store may have promises of its own kind.
    const late = Promise.resolve(answer);
    open.push(late.then((settled) => answers.push([subject, detail, settled])));
    return "";
  };
}
