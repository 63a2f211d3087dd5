/** What takes something away from programs of the version before, or refuses what they write, in tables that they know. */
export function contractingStatements(sql: string, newTables: ReadonlySet<string>): string[] {
  return statementsOf(sql).filter((statement) => {
    const table = /\b(?:TABLE|ON|FROM|TRUNCATE)\s+(?:IF EXISTS\s+)?"([^"]+)"/i.exec(statement)?.[1];
    if (table !== undefined && newTables.has(table)) return false;
    return CONTRACTING.some((pattern) => pattern.test(statement)) || needsValue(statement);
  });
}

export function tablesMadeBy(sql: string): string[] {
  return statementsOf(sql).flatMap(
    (statement) => /^CREATE TABLE (?:IF NOT EXISTS )?"([^"]+)"/i.exec(statement)?.[1] ?? [],
  );
}

const CONTRACTING = [
  /\bDROP\b(?!\s+(?:NOT NULL|INDEX)\b)/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bALTER COLUMN "[^"]+" (?:SET DATA )?TYPE\b/i,
  /\bTRUNCATE\b/i,
  /\bDELETE FROM\b/i,
  /\bCREATE UNIQUE INDEX\b/i,
  /\bADD CONSTRAINT\b/i,
];

function needsValue(statement: string): boolean {
  const added = statement.split(/\bADD COLUMN\b/i).slice(1);
  return added.some((column) => /\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b/i.test(column));
}

function statementsOf(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim().replace(/\s+/g, " "))
    .filter(Boolean);
}
