import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Load {
  /**
   * The longest turn of the event loop, during which no other request is served, as a multiple of
   * the time for hashing 8 MB. On a machine that serves one in 20 ms, 10 are 200 ms.
   */
  longestTurn: number;
  /** The same in milliseconds of processor time. */
  longestMs: number;
  /** How much more memory the process had at most, in MB. */
  memoryMb: number;
}

/**
 * Measures how work loads the process. Processor time of this thread counts, not time, and relative
 * to that of known work, so that the speed of the machine and other processes make no difference.
 */
export async function measureLoad(work: () => Promise<unknown>): Promise<Load> {
  const unitMs = measureUnit();
  const startMemory = process.memoryUsage.rss();
  let [longestMs, mostMemory] = [0, startMemory];
  let isDone = false;
  const watch = async () => {
    await nextTurn();
    while (!isDone) {
      const turnMs = await cpuMsOfTurn();
      longestMs = Math.max(longestMs, turnMs);
      mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isDone = true;
    await watching;
  }
  const memoryMb = (mostMemory - startMemory) / 1024 / 1024;
  return { longestTurn: longestMs / unitMs, longestMs, memoryMb };
}

/** How long a measured unit is reused; measuring costs more than most requests. */
const UNIT_MAX_AGE_MS = 2_000;
const unit = { ms: 0, measuredAt: Number.NEGATIVE_INFINITY };

/** The processor time that hashing 8 MB takes on this machine. */
function measureUnit(): number {
  if (performance.now() - unit.measuredAt > UNIT_MAX_AGE_MS) {
    unit.ms = Math.max(...[1, 2, 3].map(() => cpuMsOf(hashSomeMegabytes)));
    unit.measuredAt = performance.now();
  }
  return unit.ms;
}

const BYTES = Buffer.alloc(8 * 1024 * 1024, 'x');
const hashSomeMegabytes = () => createHash('sha512').update(BYTES).digest();

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function cpuMsOf(work: () => void): number {
  const start = cpuMs();
  work();
  return cpuMs() - start;
}

async function cpuMsOfTurn(): Promise<number> {
  const start = cpuMs();
  await nextTurn();
  return cpuMs() - start;
}
