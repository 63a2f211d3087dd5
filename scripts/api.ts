import { OPERATIONS } from "@/lib/api/registry";
import { conform, type Violation } from "../tools/api/conform";
import { writeDocumentFiles, writeReleased } from "../tools/api/document-files";
import { verbsWithoutOperation } from "../tools/api/verbs";
import { withApi } from "../tools/api/with-api";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Brings up an installation of its own and calls every operation of the API with its example: as its
document says, again, as another customer, without permission and without a key. Exits with 1 when one does
what the document does not say.

  npm run api
  npm run api -- --only getEvent,pauseEvent
  npm run api -- --write
  npm run api -- --release

  --only IDS   some operations
  --write      calls nothing: writes docs/api/openapi.json and the types of the client
  --release    calls nothing: keeps the document as that of a release, which later ones must not break
  --json       one JSON object as the last line: {operations, withExample, untested,
               verbsWithoutOperation, schemaViolations, idempotencyViolations, tenantLeaks}
  --help       this text`;

const OPTIONS = {
  only: { type: "string" },
  write: { type: "boolean" },
  release: { type: "boolean" },
} as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  if (values.write) {
    await writeDocumentFiles();
    return 0;
  }
  if (values.release) {
    await writeReleased();
    return 0;
  }
  const wanted = values.only?.split(",");
  const operations = OPERATIONS.filter(({ id }) => wanted === undefined || wanted.includes(id));
  const violations = await withApi((baseUrl) =>
    conform(baseUrl, operations, ({ operation, kind, what }) =>
      console.log(`✗ ${operation} (${kind}): ${what}`),
    ),
  );
  const withoutOperation = await verbsWithoutOperation();
  for (const verb of withoutOperation) console.log(`✗ ${verb} has no operation`);
  const count = (...kinds: readonly Violation["kind"][]) =>
    new Set(violations.filter(({ kind }) => kinds.includes(kind)).map((one) => one.operation)).size;
  const figures = {
    operations: operations.length,
    withExample: operations.length - count("untested"),
    untested: count("untested"),
    verbsWithoutOperation: withoutOperation.length,
    schemaViolations: count("schema"),
    idempotencyViolations: count("idempotency"),
    tenantLeaks: count("tenant", "permission"),
  };
  console.log(values.json ? JSON.stringify(figures) : `${operations.length} operations called.`);
  return violations.length + withoutOperation.length === 0 ? 0 : 1;
});
