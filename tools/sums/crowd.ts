import type { PlaceSums, RunSums } from "@/lib/domain/figures/sums";

export type Person = {
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  readonly claim: string;
  isThere: boolean;
  /** Has said so to the line: their turn is kept for a moment, whether they come or not. */
  hasConfirmed: boolean;
  became: "waiting" | "admitted" | "left" | "removed";
  isOutOfTurn: boolean;
};

const COUNTED = ["joined", "admitted", "left", "removed"] as const;

/** Counts people one by one. It shares nothing with the code that ships. */
export class Crowd {
  readonly people: Person[] = [];
  arrivals = 0;
  /** Once the run is over nobody becomes anything else. */
  isOver = false;

  add(lane: number, number: number): Person {
    const queueId = crypto.randomUUID();
    const claim = crypto.randomUUID().replaceAll("-", "");
    const person: Person = {
      ...{ lane, number, queueId, claim },
      ...{ isThere: true, hasConfirmed: false, became: "waiting", isOutOfTurn: false },
    };
    this.people.push(person);
    return person;
  }

  become(person: Person, what: Person["became"]): void {
    if (!this.isOver && person.became === "waiting") person.became = what;
  }

  compareOutOfTurn(told: readonly string[]): string | null {
    const seen = this.people
      .filter(({ isOutOfTurn }) => isOutOfTurn)
      .map(({ lane, number }) => `${lane}:${number}`);
    const isSame = told.toSorted().join() === seen.toSorted().join();
    return isSame ? null : `out of turn: told ${told.join()}, seen ${seen.join()}`;
  }

  /** Where the line says something else, in words; null where it is right to the last person. */
  compare(told: PlaceSums | RunSums, serving: readonly number[]): string | null {
    const of = (what: Person["became"]) => this.people.filter(({ became }) => became === what);
    const behind = of("waiting").filter(({ lane, number }) => number > (serving[lane] ?? 0));
    // Who is called either still has a turn or has missed it; who was never there has missed it.
    const called = of("waiting").filter(({ lane, number }) => number <= (serving[lane] ?? 0));
    const ready = called.filter(({ hasConfirmed }) => hasConfirmed);
    const seen = {
      joined: this.people.length,
      admitted: of("admitted").length,
      left: of("left").length,
      removed: of("removed").length,
    };
    const isSame =
      COUNTED.every((name) => told[name] === seen[name]) &&
      told.waiting >= behind.length &&
      told.waiting <= behind.length + ready.length &&
      told.noShows === of("waiting").length - told.waiting;
    const arrived = Math.max(this.arrivals, seen.joined);
    const areArrived =
      !("arrived" in told) ||
      (told.arrived === arrived && told.turnedAway === arrived - seen.joined);
    if (isSame && areArrived) return null;
    const saw = { arrived, ...seen, behind: behind.length, called: called.length };
    return `told ${JSON.stringify(told)}, seen ${JSON.stringify(saw)}`;
  }
}
