/** Matches statements that remove or restrict what processes of the previous version may still use or write. */
const NARROWS = /\b(DROP COLUMN|RENAME|SET NOT NULL|SET DATA TYPE)\b/i;

/**
 * Lists the statements of migrations that don't only add to what was there before them. While processes of the
 * version before run, these fail.
 * @param sql all migrations of an upgrade
 */
export function listNarrowing(sql: string): string[] {
  const statements = sql
    .replace(/^\s*--(?!>).*$/gm, '')
    .split(/--> statement-breakpoint|;\s*$/m)
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => statement !== '');
  const find = (pattern: RegExp) =>
    new Set(statements.map((statement) => pattern.exec(statement)?.[1]).filter(Boolean));
  const newTables = find(/^CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i);
  const newColumns = find(/^ALTER TABLE "\w+" ADD COLUMN "(\w+)"/i);
  /** Old processes leave the new columns empty, so a rule about one of them can't reject what they write. */
  const hasNewColumn = (columns = '') =>
    Array.from(columns.matchAll(/"(\w+)"/g)).some(([, column]) => newColumns.has(column));
  return statements.filter((statement) => {
    if (/^DROP (TABLE|TYPE|VIEW|SEQUENCE|SCHEMA)\b/i.test(statement)) return true;
    const [, index, columns] =
      /^CREATE UNIQUE INDEX .* ON "(\w+)"[^(]*\(([^)]*)\)/i.exec(statement) ?? [];
    if (index !== undefined) return !newTables.has(index) && !hasNewColumn(columns);
    const [, table, change = ''] = /^ALTER TABLE "(\w+)" (.*)$/i.exec(statement) ?? [];
    if (table === undefined || newTables.has(table)) return false;
    if (/^ADD CONSTRAINT\b/i.test(change)) {
      return !hasNewColumn(/(?:UNIQUE|FOREIGN KEY) ?\(([^)]*)\)/i.exec(change)?.[1]);
    }
    if (/^ADD COLUMN\b/i.test(change)) {
      return /\bNOT NULL\b/i.test(change) && !/\b(DEFAULT|GENERATED)\b/i.test(change);
    }
    return NARROWS.test(change);
  });
}
