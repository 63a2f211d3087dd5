/**
 * Work that is done once for all who ask at the same time. Whoever asks while a round is under way gets the next one, which
 * begins when it ends: nobody gets what was begun before they asked. A round that fails fails for those it was for.
 */
export class Rounds<Result> {
  private readonly underWay = new Map<string, Promise<Result>>();
  private readonly next = new Map<string, Promise<Result>>();

  ask(key: string, work: () => Promise<Result>): Promise<Result> {
    const planned = this.next.get(key) ?? this.plan(key, work);
    this.next.set(key, planned);
    return planned;
  }

  private plan(key: string, work: () => Promise<Result>): Promise<Result> {
    const begin = (): Promise<Result> => {
      this.next.delete(key);
      const running = work().finally(() => {
        if (this.underWay.get(key) === running) this.underWay.delete(key);
      });
      this.underWay.set(key, running);
      return running;
    };
    const before = this.underWay.get(key) ?? Promise.resolve();
    return before.then(begin, begin);
  }
}
