const STEPS = [1, 2, 4, 5, 6, 8, 10];

/** The upper end of a scale: the smallest even round number that is at least the value. */
export function roundMaximum(value: number): number {
  if (value <= 2) return 2;
  const unit = 10 ** Math.floor(Math.log10(value));
  const found = STEPS.map((step) => step * unit).find((end) => end >= value && end % 2 === 0);
  return found ?? 10 * unit;
}
