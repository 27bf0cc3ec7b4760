/** Summary of measured times, in milliseconds. */
export interface Summary {
  p50: number;
  p99: number;
}

/** The nearest-rank percentile of sorted samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** @param samples in milliseconds */
export function summarize(samples: readonly number[]): Summary {
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
}
