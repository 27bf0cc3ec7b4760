interface CsvRow {
  readonly cells: readonly string[];
  /** Where the next row begins. */
  readonly end: number;
}

/** The first rows of a CSV text. Blank lines are skipped, and quotation marks need not be closed. */
export function readCsvRows(text: string, delimiter: string, count: number): CsvRow[] {
  const rows: CsvRow[] = [];
  const cellEnd = new RegExp(`[${delimiter}\r\n]|$`, 'g');
  let cells: string[] = [];
  let at = 0;
  while (rows.length < count && (at < text.length || cells.length > 0)) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : { cell: '', end: at };
    cellEnd.lastIndex = quoted.end;
    const end = cellEnd.exec(text)?.index ?? text.length;
    cells.push(quoted.cell + text.slice(quoted.end, end));
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (text[end] === delimiter) continue;
    at = Math.min(at, text.length);
    if (cells.length > 1 || cells[0] !== '') rows.push({ cells, end: at });
    cells = [];
  }
  return rows;
}

/** A cell in quotation marks. Two of them are one in the cell. */
function readQuoted(text: string, start: number): { cell: string; end: number } {
  const [all = '', cell = ''] = /^"([^"]*(?:""[^"]*)*)"?/.exec(text.slice(start)) ?? [];
  return { cell: cell.replaceAll('""', '"'), end: start + all.length };
}

export function writeCsvRow(cells: readonly string[], delimiter: string): string {
  const mustQuote = new RegExp(`["\r\n${delimiter}]|^\\s|\\s$`);
  return cells
    .map((cell) => (mustQuote.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(delimiter);
}
