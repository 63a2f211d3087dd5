/**
 * A queue number is this many times its epoch, which begins with a loss of Redis, plus the running number, which goes on
 * through all epochs. So no number is handed out twice, whatever a loss made the line forget, and one comparison tells
 * who comes first.
 */
export const EPOCH_NUMBERS = 2 ** 32;

/** The number as people see it. */
export function runningNumber(queueNumber: number): number {
  return queueNumber % EPOCH_NUMBERS;
}

export function epochOf(queueNumber: number): number {
  return Math.floor(queueNumber / EPOCH_NUMBERS);
}
