/** Whoever has no answer after so long is held until time passes. */
const HELD_NS = 100_000_000n;
/** Nothing tells that a question is held: it is looked for this often, in real time. */
const LOOK_MS = 1;

/** The questions of visitors that are not answered yet; `held` says how many of them wait for time to pass. */
export function questionsUnderWay(held: () => number) {
  let [count, total] = [0, 0];
  let answered = (): void => {};

  const isQuiet = async () => {
    await new Promise(setImmediate);
    if (count > held()) return false;
    // What follows an answer runs before the next turn.
    await new Promise(setImmediate);
    return count <= held();
  };

  /** Waits for an answer, a little at most: whoever looks again and again takes the processor from who answers. */
  const nextAnswer = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      answered = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    async track<Result>(question: Promise<Result>): Promise<Result> {
      count += 1;
      total += 1;
      return question.finally(() => {
        count -= 1;
        answered();
      });
    },

    /** Waits until every question is answered that can be; false where more than `most` are asked meanwhile. */
    async settled(most: number): Promise<boolean> {
      const startedAt = total;
      let seen = { total, count, atNs: process.hrtime.bigint() };
      for (;;) {
        if (await isQuiet()) return true;
        if (total - startedAt > most) return false;
        await nextAnswer();
        const isMoving = seen.total !== total || seen.count !== count;
        if (isMoving) seen = { total, count, atNs: process.hrtime.bigint() };
        else if (process.hrtime.bigint() - seen.atNs > HELD_NS) return true;
      }
    },
  };
}
