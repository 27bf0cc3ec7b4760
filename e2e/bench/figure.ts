/** One line of the table: a measurement, and what it is compared with in the same run. */
export interface Figure {
  suite: string;
  name: string;
  /** More is better for `/s`, less for the others. Empty: a number of something. */
  unit: 'ms' | 'KB' | 'MB' | '/s' | '';
  value: number;
  /** The other side of the ratio. */
  against?: { name: string; value: number } | undefined;
  /** The maximum of the ratio. */
  budget?: number | undefined;
  /** The maximum of the value itself. */
  limit?: number | undefined;
}

/** The value divided by what it is compared with; undefined without a comparison. */
export const ratioOf = ({ value, against }: Figure): number | undefined =>
  against && value / against.value;

/** Whether a figure is within its budget or limit; undefined without one. */
export function keepsBudget(figure: Figure): boolean | undefined {
  if (figure.limit !== undefined) return figure.value <= figure.limit;
  const ratio = ratioOf(figure);
  if (figure.budget === undefined || ratio === undefined) return undefined;
  return ratio <= figure.budget;
}

/** The table as aligned text. */
export function formatFigures(figures: readonly Figure[]): string {
  const header = ['suite', 'figure', 'value', 'against', 'ratio', 'budget', ''];
  const rows = figures.map((figure) => {
    const { suite, name, value, unit, against, budget, limit } = figure;
    const ratio = ratioOf(figure);
    const kept = keepsBudget(figure);
    return [
      suite,
      name,
      unit === '' ? String(value) : `${round(value)} ${unit}`,
      against ? `${round(against.value)} ${unit} (${against.name})` : '',
      ratio === undefined ? '' : ratio.toPrecision(ratio < 0.1 ? 2 : 3),
      `${budget ?? limit ?? ''}`,
      kept === undefined ? '' : kept ? 'kept' : 'MISSED',
    ];
  });
  const widths = header.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
