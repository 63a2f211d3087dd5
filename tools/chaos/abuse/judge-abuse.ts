import { atMost, type Bar } from "../scenario";
import type { AttackFigures } from "./abuse-figures";
import { HONEST } from "./honest-crowd";

/** What attackers may come to who solve nothing, or nothing anew. */
const MOST_PLACES: Readonly<Record<string, number>> = {
  "one-address": 20,
  "one-48": 20,
  "replayed-proofs": 0,
};
const MOST_SLOTS: Readonly<Record<string, number>> = { "one-address": 0.1, "one-48": 0.1 };

/** Attackers get little, and nobody else pays for them. */
export function judgeAbuse(attacks: Readonly<Record<string, AttackFigures>>): Bar[] {
  return Object.entries(attacks).flatMap(([attack, figures]) => {
    const named = (name: keyof AttackFigures) => `${attack}: ${name}`;
    const most = (name: keyof AttackFigures, value: number | undefined) =>
      value === undefined ? [] : [atMost(named(name), figures[name], value)];
    return [
      ...most("placesTaken", MOST_PLACES[attack]),
      ...most("slotsShare", MOST_SLOTS[attack]),
      {
        text: `${named("honestAdmitted")} is ${figures.honestAdmitted}, ${HONEST.visitors} is wanted`,
        isMet: figures.honestAdmitted === HONEST.visitors,
      },
      ...most("honestRefused", 0),
      ...most("honestWaitRatio", 1.25),
      ...most("othersJoinP95Ratio", 1.5),
    ];
  });
}
