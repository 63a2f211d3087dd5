import { seededRandom } from "@/simulation/random";
import { escaped, splice, withOtherBits } from "./spellings";

/** Random numbers that a seed repeats: good enough to choose mutations, and fast. */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
  const next = seededRandom(seed);
  /** From 0 to `limit` - 1. */
  const below = (limit: number): number => Math.floor(next() * limit);
  const chance = (share: number): boolean => next() < share;
  const pick = <Value>(values: readonly Value[]): Value => {
    const index = below(values.length);
    // What is picked from is never empty; a value may be undefined itself.
    return values[index] as Value;
  };
  return { below, chance, pick };
}

const NASTY = [
  ...["\u0000", "%00", "%", "%E0%A4%A", "\ud800", "\u00e4", "~", "_", "&", "=", ";", "#", "?"],
  ...["~h_", "~rt_queue", "queueittoken=", "__proto__", "\r\nSet-Cookie: x=1"],
];
const HUGE = "a".repeat(20_000);

type Mutation = (text: string, random: Random) => string;

function anyCharacter(random: Random): string {
  return String.fromCharCode(random.chance(0.9) ? 32 + random.below(95) : random.below(0x10000));
}

function swapCase(character: string): string {
  const lower = character.toLowerCase();
  return lower === character ? character.toUpperCase() : lower;
}

function changeOne(text: string, random: Random, change: (character: string) => string): string {
  const at = random.below(text.length + 1);
  return splice(text, at, 1, change(text[at] ?? ""));
}

/** One bit of the last letter of a part: in base64url it may be one that stands for nothing. */
function flipLastBit(text: string, random: Random): string {
  const ends = [...text.matchAll(/[\w-](?![\w-])/g)];
  const at = ends[random.below(ends.length)]?.index;
  if (at === undefined) return text;
  return splice(text, at, 1, withOtherBits(text.charAt(at), 1 << random.below(6)));
}

const MUTATIONS: readonly Mutation[] = [
  (text, random) => changeOne(text, random, () => anyCharacter(random)),
  (text, random) => changeOne(text, random, swapCase),
  (text, random) => changeOne(text, random, escaped),
  (text, random) => changeOne(text, random, () => ""),
  (text, random) => splice(text, random.below(text.length + 1), 0, random.pick(NASTY)),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random) => {
    const start = random.below(text.length + 1);
    const piece = text.slice(start, start + random.below(40));
    return splice(text, random.below(text.length + 1), 0, piece);
  },
  (text, random) => {
    const separator = random.pick(["~", "&", ";"]);
    const groups = text.split(separator);
    const from = random.below(groups.length);
    const [group = ""] = groups.splice(from, 1);
    groups.splice(random.below(groups.length + 1), 0, group);
    return groups.join(separator);
  },
  flipLastBit,
  flipLastBit,
  (text) => text.toUpperCase(),
  (text) => text.replace(/[^A-Za-z0-9]/g, escaped),
  (text) => `${text}${text}`,
  (text, random) => (random.chance(0.05) ? splice(text, text.length >> 1, 0, HUGE) : `${text}~x_1`),
];

/** Changes a text a little, once to three times; sometimes leaves it as it is. */
export function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let times = random.below(4); times > 0; times -= 1)
    mutated = random.pick(MUTATIONS)(mutated, random);
  return mutated;
}
