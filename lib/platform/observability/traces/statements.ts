import pg from "pg";

type Counted = { statements: number; statementsMs: number };

/**
 * Counts the statements that go to Postgres from here on, and how long they take, at whatever `current` names. It takes the
 * place of the driver's own method; a span for each statement would drown the rest.
 */
export function countStatements(current: () => Counted | undefined): void {
  const send = pg.Client.prototype.query;
  function query(this: pg.Client, ...args: Parameters<typeof send>): unknown {
    const counted = current();
    const answer: unknown = Reflect.apply(send, this, args);
    if (counted === undefined) return answer;
    counted.statements += 1;
    if (!(answer instanceof Promise)) return answer;
    const sentMs = performance.now();
    const note = () => {
      counted.statementsMs += performance.now() - sentMs;
    };
    answer.then(note, note);
    return answer;
  }
  // The driver's method has a type for each of its many forms.
  pg.Client.prototype.query = query as typeof send;
}
