import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZodError } from "zod";
import { disconnectDb } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/ground/errors";
import type { TextFile } from "@/lib/services/ground/text-file";
import { createTestCustomer } from "@/test/customer";
import { callVerb } from "@/test/verbs/call-verb";
import { OF_VERB, USUAL } from "@/test/verbs/inputs";
import { createThings, MARK, rowsOfCustomer, type Things } from "@/test/verbs/things-of-a-customer";
import { listVerbs, type Verb } from "@/tools/api/list-verbs";

afterAll(disconnectDb);

/** What a verb did when the owner of another customer called it with the ids of somebody else's things. */
type Outcome = {
  readonly verb: Verb;
  /** The ids that the verb took; the others it refused to know. */
  readonly named: readonly string[];
  readonly answer: string;
  readonly refusal: unknown;
  /** Whether what is refused has left something behind all the same. */
  readonly hasChanged: boolean;
};

/** Verbs that take an id of any customer and tell or change only what is the caller's own, and what they answer. */
const OWN_ONLY: Readonly<Record<string, string>> = {
  createEvent: '"status":"draft"',
  listAudit: '{"entries":[],"next":null}',
  pageAudit: '{"items":[],"nextCursor":null}',
  exportAudit: '"[]\\n"',
  listRuns: '{"items":[],"nextCursor":null}',
  getTemplate: "null",
};

let things: Things;
let before: string;
let outcomes: readonly Outcome[];

async function textOf(answer: unknown): Promise<string> {
  const isFile = typeof answer === "object" && answer !== null && "pieces" in answer;
  if (!isFile) return JSON.stringify(answer) ?? "nothing";
  const pieces: string[] = [];
  for await (const piece of (answer as TextFile).pieces) pieces.push(JSON.stringify(piece));
  return pieces.join("");
}

/** Calls a verb as a stranger of its own, with as many of the ids as it takes. */
async function callAsStranger(verb: Verb): Promise<Outcome> {
  const all = { ...things.ids, ...USUAL, ...OF_VERB[verb.name] };
  let input = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  for (let round = 0; round < 6; round += 1) {
    const named = Object.keys(input).filter((name) => name in things.ids);
    const stranger = await createTestCustomer("owner");
    const own = await rowsOfCustomer(stranger.customer.id);
    try {
      const answer = await textOf(await callVerb(verb, stranger, input));
      return { verb, named, answer, refusal: null, hasChanged: false };
    } catch (refusal) {
      const unknown = refusal instanceof ZodError ? unknownFields(refusal) : [];
      if (unknown.length === 0) {
        const hasChanged = (await rowsOfCustomer(stranger.customer.id)) !== own;
        return { verb, named, answer: "", refusal, hasChanged };
      }
      input = Object.fromEntries(Object.entries(input).filter(([name]) => !unknown.includes(name)));
    }
  }
  throw new Error(`${verb.name} took no input.`);
}

function unknownFields({ issues }: ZodError): readonly string[] {
  const ofInput = issues.filter(({ path }) => path.length === 0);
  return ofInput.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
}

beforeAll(async () => {
  things = await createThings();
  before = await rowsOfCustomer(things.owner.customer.id);
  const verbs = listVerbs().filter(({ permission }) => permission !== "installation:manage");
  expect(verbs.length).toBeGreaterThan(130);
  const found: Outcome[] = [];
  for (const verb of verbs) found.push(await callAsStranger(verb));
  outcomes = found;
}, 180_000);

/** A verb that takes no input at all leaves every id where it is. */
const namesSomething = ({ named }: Outcome) =>
  named.length > 0 && named.length < Object.keys(things.ids).length;

describe("the owner of another customer", () => {
  test("finds nothing by an id of somebody else's thing, with whichever verb", () => {
    const found = outcomes.filter(namesSomething).flatMap(({ verb, answer, refusal }) => {
      const own = OWN_ONLY[verb.name];
      if (own !== undefined && refusal === null && answer.includes(own)) return [];
      if (refusal instanceof ServiceError && refusal.code === "not_found") return [];
      return [`${verb.name}: ${refusal === null ? answer : String(refusal)}`];
    });
    expect(found).toEqual([]);
  });

  test("names a thing of each kind to some verb", () => {
    const named = new Set(outcomes.filter(namesSomething).flatMap((outcome) => outcome.named));
    expect([...named].sort()).toEqual(Object.keys(things.ids).sort());
  });

  test("is told nothing of somebody else by any verb, and changes nothing of theirs", async () => {
    const { id, wireId } = things.owner.customer;
    const told = outcomes.filter(({ answer, refusal }) =>
      [MARK, id, wireId].some((text) => `${answer} ${String(refusal)}`.includes(text)),
    );
    expect(told.map(({ verb }) => verb.name)).toEqual([]);
    expect(before).toContain(MARK);
    expect(await rowsOfCustomer(id)).toBe(before);
  });

  test("changes nothing of their own either by a verb that refuses", () => {
    expect(outcomes.filter(({ refusal }) => refusal !== null).length).toBeGreaterThan(60);
    expect(outcomes.filter(({ hasChanged }) => hasChanged).map(({ verb }) => verb.name)).toEqual(
      [],
    );
  });

  test("reaches each verb behind its form (what it takes stands in test/verbs/inputs.ts)", () => {
    const stopped = outcomes.filter(
      ({ refusal }) => refusal !== null && !(refusal instanceof ServiceError),
    );
    expect(stopped.map(({ verb, refusal }) => `${verb.name}: ${String(refusal)}`)).toEqual([]);
  });
});
