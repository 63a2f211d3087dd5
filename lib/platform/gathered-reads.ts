import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * One read for all who ask at the same time, whatever each of them asks for. It begins when all that has come in by then has
 * asked, and not before the one under way has ended: nobody gets what was read before they asked. A read that fails fails
 * for those it was for. `read` answers in the order of what was asked.
 */
export class GatheredReads<Question, Answer> {
  private asked: Question[] = [];
  private next: Promise<readonly Answer[]> | null = null;
  private underWay: Promise<unknown> = Promise.resolve();

  private readonly read: (asked: readonly Question[]) => Promise<readonly Answer[]>;

  constructor(read: (asked: readonly Question[]) => Promise<readonly Answer[]>) {
    this.read = read;
  }

  async ask(question: Question): Promise<Answer> {
    const at = this.asked.push(question) - 1;
    this.next ??= this.readNext();
    const answers = await this.next;
    // `read` has answered each.
    return answers[at] as Answer;
  }

  private async readNext(): Promise<readonly Answer[]> {
    await this.underWay;
    await nextTurn();
    const { asked } = this;
    this.asked = [];
    this.next = null;
    const reading = this.read(asked);
    this.underWay = reading.catch(() => undefined);
    return reading;
  }
}
