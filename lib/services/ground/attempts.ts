/** Tries things of which none is to hold up another: what fails is kept until all were tried. */
export class Attempts {
  readonly #failures: unknown[] = [];

  /** What was answered; undefined where it failed. */
  async try<Answer>(attempt: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await attempt();
    } catch (error) {
      this.#failures.push(error);
      return undefined;
    }
  }

  /** Tries this with each, so many at once, and resolves when all were tried. */
  async each<Item>(
    items: readonly Item[],
    atOnce: number,
    attempt: (item: Item) => Promise<void>,
  ): Promise<void> {
    const rest = items.values();
    const work = async () => {
      for (const item of rest) await this.try(() => attempt(item));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Throws all that failed together, in one sentence; nothing where nothing has. */
  end(sentence: (failed: number) => string): void {
    const { length } = this.#failures;
    if (length > 0) throw new AggregateError(this.#failures, sentence(length));
  }
}
