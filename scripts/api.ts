import { OPERATIONS } from "@/lib/api/registry";
import { conform, type Violation } from "../tools/api/conform";
import { writeDocumentFiles, writeReleased } from "../tools/api/document-files";
import { runSales } from "../tools/api/sales/run-sales";
import { verbsWithoutOperation } from "../tools/api/verbs";
import { withApi } from "../tools/api/with-api";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Brings up an installation of its own and calls every operation of the API with its example: as its
document says, again, as another customer, without permission and without a key. Then carries out the sales of
docs/api/sale.md. Exits with 1 when anything goes otherwise than the documents say.

  npm run api
  npm run api -- --only getEvent,pauseEvent
  npm run api -- --sales
  npm run api -- --write
  npm run api -- --release

  --only IDS   some operations, and no sale
  --sales      the sales alone
  --write      calls nothing: writes docs/api/openapi.json and the types of the client
  --release    calls nothing: keeps the document as that of a release, which later ones must not break
  --json       one JSON object as the last line: {operations, withExample, untested,
               verbsWithoutOperation, schemaViolations, idempotencyViolations, tenantLeaks, sales}
  --help       this text`;

const OPTIONS = {
  only: { type: "string" },
  sales: { type: "boolean" },
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
  const operations = OPERATIONS.filter(
    ({ id }) => !values.sales && (wanted === undefined || wanted.includes(id)),
  );
  const tell = (what: string) => console.log(`✗ ${what}`);
  const { violations, sales } = await withApi(async (addresses) => ({
    violations: await conform(addresses.api, operations, ({ operation, kind, what }) =>
      tell(`${operation} (${kind}): ${what}`),
    ),
    sales: wanted === undefined ? await runSales(addresses, tell) : null,
  }));
  const withoutOperation = await verbsWithoutOperation();
  for (const verb of withoutOperation) tell(`${verb} has no operation`);
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
    sales,
  };
  console.log(values.json ? JSON.stringify(figures) : `${operations.length} operations called.`);
  const failed = Object.values(sales ?? {}).filter((isDone) => !isDone);
  return violations.length + withoutOperation.length + failed.length === 0 ? 0 : 1;
});
