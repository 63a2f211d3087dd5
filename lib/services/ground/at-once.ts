/** Answers what runs at most so many works at once; the others wait, first come, first served. Their failures are their own. */
export function atOnce(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whose turn is next takes this one's place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
