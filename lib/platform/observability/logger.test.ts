import { expect, test } from "vitest";
import { createLogger, describeError } from "./logger";

/** What a logger writes while `tell` runs. */
function linesOf(tell: (log: ReturnType<typeof createLogger>) => void): unknown[] {
  const lines: unknown[] = [];
  tell(createLogger("test", { write: (line) => lines.push(JSON.parse(line)) }));
  return lines;
}

test("a failure that comes again is one line; what is told of different people is a line each", () => {
  const failure = { error: new Error("connect ECONNREFUSED 127.0.0.1:6379") };
  const failed = linesOf((log) => {
    for (let count = 0; count < 100; count += 1) log.error(failure, "Redis cannot be reached.");
  });
  expect(failed).toHaveLength(1);
  const refused = linesOf((log) => {
    for (let user = 0; user < 100; user += 1) log.warn({ userId: `usr_${user}` }, "sign-in.failed");
  });
  expect(refused.map((line) => (line as { userId: string }).userId)).toEqual(
    Array.from({ length: 100 }, (_, user) => `usr_${user}`),
  );
});

test("all queries that fail of one database that is away are one line; what they fail of themselves is a line each", () => {
  const failed = (query: string, reason: string, code: string) => ({
    error: Object.assign(new Error(`Invalid \`prisma.${query}()\` invocation:\n${reason}`), {
      code,
    }),
  });
  const tell = (reason: string, code: string) =>
    linesOf((log) => {
      for (const query of ["event.findMany", "draw.findMany", "admission.count"])
        log.error(failed(query, reason, code), "A job failed.");
    });
  expect(tell("Can't reach database server at 127.0.0.1:5432", "P1001")).toHaveLength(1);
  expect(tell("Database error. Code: `57P03`. Message: `shutting down`", "P2010")).toHaveLength(1);
  expect(tell("Unique constraint failed on the fields: (`id`)", "P2002")).toHaveLength(3);
});

test("all scripts that a Redis without memory refuses are one line", () => {
  const lines = linesOf((log) => {
    for (const sha of ["3fa81c02", "c0ffee3a", "0b5e77d1"]) {
      const said = `OOM command not allowed. script: ${sha.repeat(5)}, on @user_script:1.`;
      log.error({ error: new Error(said) }, "A job failed.");
    }
  });
  expect(lines).toHaveLength(1);
});

test("an error is logged without the credentials in addresses and without a driver's fields", () => {
  const cause = Object.assign(new Error("connect redis://:s3cret@redis:6379 failed"), {
    query: "INSERT 's3cret'",
  });
  const described = describeError(new Error("at postgres://me:s3cret@db/x", { cause }));
  expect(JSON.stringify(described)).not.toContain("s3cret");
  expect(described).toMatchObject({
    message: "at postgres://db/x",
    cause: { message: "connect redis://redis:6379 failed" },
  });
});

test("all errors of a group are logged, and what is no error only by its type", () => {
  expect(describeError(new AggregateError([new Error("a"), "s3cret"], "two"))).toMatchObject({
    message: "two",
    errors: [{ message: "a" }, { type: "string" }],
  });
});
