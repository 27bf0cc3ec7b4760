import dns from 'node:dns/promises';
import type { Clock } from '#services/platform/clock.ts';

export type RecordType = 'A' | 'AAAA' | 'CNAME' | 'TXT' | 'CAA';

/** Looks up a name's records of one type; throws as `node:dns` does. */
export type Resolve = (name: string, type: RecordType) => Promise<string[]>;

export interface Dns {
  /** The values of a name's records, of CAA records who may issue certificates: none if it has none, undefined if the lookup failed. */
  lookUp(name: string, type: RecordType): Promise<readonly string[] | undefined>;
}

/** Shorter than the console's checks, so that each of them looks again. */
const CACHE_MS = 3_000;
const MAX_CACHED = 1_000;
const MAX_RUNNING = 50;
const TIMEOUT_MS = 3_000;
/** The name, or the type at this name, doesn't exist: a result, not a failure. */
const NO_RECORDS: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

const resolveWithSystem: Resolve = async (name, type) => {
  if (type === 'A') return dns.resolve4(name);
  if (type === 'AAAA') return dns.resolve6(name);
  if (type === 'CNAME') return dns.resolveCname(name);
  if (type === 'CAA') return (await dns.resolveCaa(name)).flatMap(({ issue }) => issue ?? []);
  return (await dns.resolveTxt(name)).map((parts) => parts.join(''));
};

/** DNS lookups, cached for 3 seconds and bounded in number and time. */
export function createDns(clock: Clock, resolve: Resolve = resolveWithSystem): Dns {
  const cache = new Map<string, { at: number; values: Promise<readonly string[] | undefined> }>();
  let running = 0;

  async function lookUpNow(name: string, type: RecordType) {
    if (running >= MAX_RUNNING) return undefined;
    running += 1;
    try {
      return await withTimeout(resolve(name, type));
    } catch (error) {
      return NO_RECORDS.includes((error as NodeJS.ErrnoException).code) ? [] : undefined;
    } finally {
      running -= 1;
    }
  }

  return {
    lookUp(name, type) {
      const key = `${type} ${name}`;
      const now = clock.now().getTime();
      const cached = cache.get(key);
      if (cached && now - cached.at < CACHE_MS) return cached.values;
      // Deleted first, so that the oldest entry is always the first.
      cache.delete(key);
      const oldest = cache.keys().next();
      if (cache.size >= MAX_CACHED && !oldest.done) cache.delete(oldest.value);
      const values = lookUpNow(name, type);
      cache.set(key, { at: now, values });
      return values;
    },
  };
}

async function withTimeout<T>(lookup: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The lookup took too long')), TIMEOUT_MS);
  try {
    return await Promise.race([lookup, promise]);
  } finally {
    clearTimeout(timer);
  }
}
