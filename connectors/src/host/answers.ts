import type { MaybePromise } from "./runtime.ts";

type Ask<Detail, Answer> = (subject: string, detail: Detail) => Answer;

/**
 * Makes a question that may take time one that a decision can ask at once. Where the answer takes
 * time, a promise is thrown; whoever asks the same again when it is settled gets the answer. So a
 * decision, which is the same whenever it is made anew, needs no second form that waits. Each question
 * is asked once.
 */
export function rememberAnswers<Detail, Answer extends string | boolean>(
  ask: Ask<Detail, MaybePromise<Answer>>,
): Ask<Detail, Answer> {
  const answers = new Map<string, { readonly answer: Answer }>();
  return (subject, detail) => {
    const question = JSON.stringify([subject, detail]);
    const known = answers.get(question);
    if (known !== undefined) return known.answer;
    const answer = ask(subject, detail);
    // A site's own store may have promises of its own kind.
    if (typeof answer === "object") {
      throw Promise.resolve(answer).then((late) => answers.set(question, { answer: late }));
    }
    answers.set(question, { answer });
    return answer;
  };
}
