type Round<Result> = { asked: number; readonly result: Promise<Result> };

/** What somebody gets who asked: what the round has brought, how many it was for, and as the how manieth they asked. */
type Share<Result> = { readonly result: Result; readonly asked: number; readonly place: number };

/**
 * Work that is done once for all who ask at the same time. Whoever asks while a round is under way gets the next one, which
 * begins when it ends: nobody gets what was begun before they asked. A round that fails fails for those it was for.
 */
export class Rounds<Result> {
  private readonly underWay = new Map<string, Promise<Result>>();
  private readonly next = new Map<string, Round<Result>>();

  /** `work` is told for how many it is done. */
  async ask(key: string, work: (asked: number) => Promise<Result>): Promise<Share<Result>> {
    const round = this.next.get(key) ?? this.plan(key, work);
    round.asked += 1;
    const place = round.asked;
    const result = await round.result;
    return { result, asked: round.asked, place };
  }

  private plan(key: string, work: (asked: number) => Promise<Result>): Round<Result> {
    const begin = (): Promise<Result> => {
      this.next.delete(key);
      const running = work(round.asked).finally(() => {
        if (this.underWay.get(key) === running) this.underWay.delete(key);
      });
      this.underWay.set(key, running);
      return running;
    };
    const before = this.underWay.get(key) ?? Promise.resolve();
    const round: Round<Result> = { asked: 0, result: before.then(begin, begin) };
    this.next.set(key, round);
    return round;
  }
}
