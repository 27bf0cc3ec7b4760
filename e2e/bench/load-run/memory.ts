import { request } from 'undici';
import type { Figure } from '../figure.ts';
import { percentile } from '../statistics.ts';

const SAMPLE_MS = 2_000;
const PEAK_SAMPLE_MS = 250;
/** The median of the last third of a run, compared with that of the middle third. */
const FLAT = 1.1;
const METRICS = {
  'resident memory': 'process_resident_memory_bytes',
  'heap in use': 'nodejs_heap_size_used_bytes',
} as const;

/** Reads the memory of processes from their metrics, until it is stopped. */
export interface MemoryRecorder {
  /** @returns memory at the start, in the middle and at the end, in all processes together */
  stop(suite: string): Figure[];
}

export async function recordMemory(
  urls: readonly string[],
  onError: (error: Error) => void,
): Promise<MemoryRecorder> {
  const samples: Record<keyof typeof METRICS, number>[] = [];
  const sample = async () => {
    const texts = await Promise.all(urls.map(readMetrics));
    const total = (metric: string) =>
      texts.reduce((sum, text) => sum + readValue(text, metric), 0) / 1_000_000;
    samples.push({
      'resident memory': total(METRICS['resident memory']),
      'heap in use': total(METRICS['heap in use']),
    });
  };
  await sample();
  const timer = setInterval(() => sample().catch(onError), SAMPLE_MS);
  return {
    stop(suite) {
      clearInterval(timer);
      const names = Object.keys(METRICS) as (keyof typeof METRICS)[];
      return names.flatMap((name) =>
        compareThirds(
          suite,
          name,
          samples.map((each) => each[name]),
        ),
      );
    },
  };
}

/** Reads how much memory a process has at most, until it is stopped. */
export function peakMemoryOf(url: string): { stop(): Promise<number> } {
  let peak = 0;
  const sample = async () => {
    const bytes = readValue(await readMetrics(url), METRICS['resident memory']);
    peak = Math.max(peak, bytes / 1_000_000);
  };
  // One that is busy responds later.
  const timer = setInterval(() => sample().catch(() => undefined), PEAK_SAMPLE_MS);
  return {
    async stop() {
      clearInterval(timer);
      await sample();
      return peak;
    },
  };
}

function compareThirds(suite: string, name: string, values: readonly number[]): Figure[] {
  const third = Math.ceil(values.length / 3);
  const medianOf = (at: number) => percentile(values.slice(at * third, (at + 1) * third), 0.5);
  const [first, middle, last] = [medianOf(0), medianOf(1), medianOf(2)];
  const unit = 'MB';
  return [
    { suite, name: `${name} at the start`, unit, value: values[0] ?? Number.NaN },
    { suite, name: `${name}, first third`, unit, value: first },
    { suite, name: `${name}, middle third`, unit, value: middle },
    {
      ...{ suite, name: `${name}, last third`, unit, value: last },
      against: { name: 'middle third', value: middle },
      budget: FLAT,
    },
  ];
}

async function readMetrics(url: string): Promise<string> {
  const { statusCode, body } = await request(`${url}/metrics`);
  if (statusCode !== 200) throw new Error(`/metrics responded ${statusCode}`);
  return body.text();
}

function readValue(text: string, metric: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `));
  return Number(line?.split(' ')[1]);
}
