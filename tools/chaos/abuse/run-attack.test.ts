import { describe, expect, test } from "vitest";
import { barsOf } from "../../prove/bars";
import { judge } from "../../shared/bars";
import { ATTACK_NAMES, attackOf, sharedAddress } from "./attacks";
import { type AbuseSeen, attackFigures } from "./run-attack";

const QUIET: AbuseSeen = {
  honest: Array.from({ length: 300 }, () => ({ waitMs: 10_000, isRefused: false, errors: [] })),
  othersJoinMs: Array.from({ length: 100 }, (_, index) => index + 1),
  attackersPlaces: 0,
  attackersAdmitted: 0,
  redisSeconds: 1,
  serverSeconds: 2,
  attackersSeconds: 0,
};

function missed(beside: Partial<AbuseSeen>, name = "one-address"): string[] {
  const figures = attackFigures({ ...QUIET, ...beside }, QUIET);
  return judge({ attacks: { [name]: figures } }, barsOf("chaos abuse"))
    .filter(({ figure, isMet }) => figure !== undefined && !isMet)
    .map(({ path }) => path.split(".")[2] ?? "");
}

describe("a run beside an attack", () => {
  test("in which nothing was felt passes", () => {
    expect(missed({})).toEqual([]);
    expect(missed({ attackersPlaces: 20, attackersAdmitted: 20 })).toEqual([]);
  });

  test("fails by the places and the slots that attackers took who solved nothing", () => {
    expect(missed({ attackersPlaces: 21 })).toEqual(["placesTaken"]);
    expect(missed({ attackersPlaces: 21 }, "one-48")).toEqual(["placesTaken"]);
    expect(missed({ attackersPlaces: 1 }, "replayed-proofs")).toEqual(["placesTaken"]);
    expect(missed({ attackersAdmitted: 40 })).toEqual(["slotsShare"]);
    // Who pays for each place may have them.
    expect(missed({ attackersPlaces: 40, attackersAdmitted: 40 }, "farm")).toEqual([]);
  });

  test("fails by one honest visitor who was not let in, or refused", () => {
    const one = (waitMs: number | null, isRefused: boolean) =>
      QUIET.honest.map((visit, index) => (index === 7 ? { waitMs, isRefused, errors: [] } : visit));
    expect(missed({ honest: one(null, false) })).toEqual(["honestAdmitted"]);
    expect(missed({ honest: one(null, true) })).toEqual(["honestRefused", "honestAdmitted"]);
  });

  test("fails where honest visitors, or another customer's, waited longer", () => {
    const slow = QUIET.honest.map((visit) => ({ ...visit, waitMs: 12_600 }));
    expect(missed({ honest: slow })).toEqual(["honestWaitRatio"]);
    const late = QUIET.othersJoinMs.map((ms) => ms * 1.6);
    expect(missed({ othersJoinMs: late })).toEqual(["othersJoinP95Ratio"]);
  });

  test("says what a place cost", () => {
    const beside = { ...QUIET, attackersPlaces: 4, attackersSeconds: 10 };
    expect(attackFigures(beside, QUIET).cpuSecondsPerPlace).toBe(2.5);
    expect(attackFigures(QUIET, QUIET).cpuSecondsPerPlace).toBe(0);
  });
});

describe("the attackers of", () => {
  test.each(ATTACK_NAMES)("%s come from as many addresses as they say", (name) => {
    const attack = attackOf(name, "beside");
    const { addresses, joins } = attack;
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(joins).toBeGreaterThanOrEqual(addresses.length);
    expect(addresses).toContain(sharedAddress(attack, 49));
  });

  test("no two runs come from addresses in common", () => {
    const all = ATTACK_NAMES.flatMap((name) => [
      ...attackOf(name, "bare").addresses,
      ...attackOf(name, "beside").addresses,
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  test("one-48 are in one network of 48 bits, and each in one of 64 of its own", () => {
    const networks = attackOf("one-48", "beside").addresses.map(
      (address) => address.split("::")[0] ?? "",
    );
    expect(new Set(networks).size).toBe(500);
    expect(new Set(networks.map((one) => one.split(":").slice(0, 3).join(":"))).size).toBe(1);
  });
});
