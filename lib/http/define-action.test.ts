import { expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "@/lib/services/ground/errors";
import { createDefineAction, withInput } from "./define-action";

const schema = z.strictObject({ name: z.string().trim().min(1, "Give it a name.") });

function actionThat(service: (caller: string, input: { name: string }) => Promise<string>) {
  const reported: unknown[] = [];
  const defineAction = createDefineAction(
    async () => "Ana",
    (error, caller) => reported.push([error, caller]),
  );
  return { action: defineAction(withInput(schema, service)), reported };
}

test("an action answers with what the verb returned", async () => {
  const { action } = actionThat(async (caller, input) => `${caller} ${input.name}`);
  expect(await action({ name: "Sale" })).toEqual({ ok: true, data: "Ana Sale" });
});

test("input that does not fit never reaches the verb", async () => {
  let calls = 0;
  const { action } = actionThat(async () => String(++calls));
  expect(await action({ name: " " })).toEqual({
    ok: false,
    error: {
      code: "invalid",
      message: "Some fields are not valid. Nothing was changed.",
      fields: { name: "Give it a name." },
    },
  });
  expect(calls).toBe(0);
});

test("a refusal keeps its code, message and fields", async () => {
  const { action } = actionThat(async () => {
    throw new ServiceError("conflict", "That name is taken.", { fields: { name: "Taken." } });
  });
  expect(await action({ name: "Sale" })).toEqual({
    ok: false,
    error: { code: "conflict", message: "That name is taken.", fields: { name: "Taken." } },
  });
});

test("an unforeseen error is reported and its text stays inside", async () => {
  const { action, reported } = actionThat(async () => {
    throw new Error("connect ECONNREFUSED 10.0.0.7:5432");
  });
  const result = await action({ name: "Sale" });
  expect(result).toMatchObject({ ok: false, error: { code: "internal", fields: {} } });
  expect(JSON.stringify(result)).not.toContain("10.0.0.7");
  expect(reported).toHaveLength(1);
});

test("a refusal is reported with who was refused", async () => {
  const refusal = new ServiceError("forbidden", "Your role lacks it.");
  const { action, reported } = actionThat(() => Promise.reject(refusal));
  await action({ name: "Sale" });
  expect(reported).toEqual([[refusal, "Ana"]]);
});
