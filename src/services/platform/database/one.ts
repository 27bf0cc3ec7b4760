/**
 * The only row of a result, such as that of an insert's `returning()`.
 * @throws when there is none, or more than one.
 */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`);
  return row;
}
