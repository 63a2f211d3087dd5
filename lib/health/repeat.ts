/**
 * Does something again and again, `pauseMs` after it has ended. That it fails is shown by what it does not do. After
 * `stop` nothing is under way any more.
 */
export function repeat(work: () => Promise<void>, pauseMs: number): { stop(): Promise<void> } {
  let isStopped = false;
  let underWay: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const round = (): void => {
    underWay = work()
      .catch(() => undefined)
      .then(() => {
        if (!isStopped) timer = setTimeout(round, pauseMs).unref();
      });
  };
  round();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
