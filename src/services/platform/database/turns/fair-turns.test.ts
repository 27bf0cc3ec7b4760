import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Context, runInContext } from '#services/platform/context.ts';
import { FairTurns } from './fair-turns.ts';
import { TooManyReadsError } from './team-queues.ts';

/** Of the speed that it has alone. */
const SHARE = 1 / 3;
/** What is done before all of them have started isn't counted. */
const WARM_UP_MS = 1_000;
const WINDOW_MS = 1_000;
/** Rows of a job, and requests, at the same time. */
const ROWS = 8;
const REQUESTS = 20;
/** As the embedded database and a pool of connections have them. */
const PLACES = [1, 10];
/** Of one turn of the event loop in which nothing is computed. */
const TURN_MS = 0.02;
/** As `embedded-client.ts` has it. */
const TURN_INTERVAL_MS = 10;

/** An event loop with its own clock: time passes only while it computes or waits, so that each run is the same. */
class EventLoop {
  now = 0;
  #timers: { at: number; run: () => void }[] = [];
  #immediates: (() => void)[] = [];

  readonly setTimeout = (run: () => void, ms: number) => {
    const timer = { at: this.now + ms, run };
    this.#timers.push(timer);
    return timer;
  };
  readonly clearTimeout = (timer: unknown) => {
    this.#timers = this.#timers.filter((each) => each !== timer);
  };
  readonly setImmediate = <Parameters extends unknown[]>(
    run: (...parameters: Parameters) => void,
    ...parameters: Parameters
  ) => {
    this.#immediates.push(() => run(...parameters));
  };

  compute(ms: number): void {
    this.now += ms;
  }

  after(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.setTimeout(resolve, ms);
    return promise;
  }

  turn(): Promise<void> {
    return new Promise((resolve) => this.setImmediate(resolve));
  }

  async runUntil(endAt: number): Promise<void> {
    while (this.now < endAt) {
      const due = this.#timers.filter(({ at }) => at <= this.now).sort((a, b) => a.at - b.at);
      const immediates = this.#immediates.splice(0);
      for (const timer of due) {
        if (!this.#timers.includes(timer)) continue;
        this.clearTimeout(timer);
        timer.run();
        await settle();
      }
      for (const run of immediates) {
        run();
        await settle();
      }
      const isIdle = due.length + immediates.length === 0;
      const next = isIdle ? Math.min(...this.#timers.map(({ at }) => at)) : 0;
      this.now = Math.max(this.now + TURN_MS, next);
    }
  }
}

let loop: EventLoop;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => loop.now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Work {
  /** How often it was done. */
  count: number;
}

/** Jobs and readers that share the places. */
class Process {
  readonly #places: number;
  readonly #turns: FairTurns;
  #turnedAt = 0;

  constructor(places: number) {
    this.#places = places;
    this.#turns = new FairTurns({ places: () => places });
  }

  /** Like a row of a job: a request over the network, which takes some turns of the event loop, and a transaction. */
  job(teamId: number, transactionMs = 0.5): Work {
    return this.#repeat(ROWS, { isBackground: true, teamId }, async () => {
      for (let turns = 0; turns < 6; turns += 1) await loop.turn();
      loop.compute(1);
      await this.#transact(transactionMs);
    });
  }

  readers(transactionMs: number, computeMs: number): Work {
    return this.#repeat(REQUESTS, {}, async () => {
      await loop.turn();
      await this.#transact(transactionMs);
      loop.compute(computeMs);
    });
  }

  /** The embedded database computes in the process itself, a server elsewhere. */
  async #transact(ms: number): Promise<void> {
    const leave = await this.#turns.enter();
    if (this.#places === 1) {
      if (loop.now - this.#turnedAt > TURN_INTERVAL_MS) {
        await loop.turn();
        this.#turnedAt = loop.now;
      }
      loop.compute(ms);
    } else {
      // Its beginning, its statement and its end.
      for (let roundTrips = 0; roundTrips < 3; roundTrips += 1) {
        await loop.after(ms / 3);
        loop.compute(0.05);
      }
    }
    leave();
  }

  #repeat(times: number, context: Context, run: () => Promise<void>): Work {
    const work = { count: 0 };
    const repeat = async () => {
      for (;;) {
        await run();
        work.count += 1;
      }
    };
    runInContext(context, () => {
      for (let started = 0; started < times; started += 1) void repeat();
    });
    return work;
  }
}

/** How often some of the work is done in a second. */
async function measure(places: number, start: (process: Process) => Work): Promise<number> {
  loop = new EventLoop();
  for (const name of ['setTimeout', 'clearTimeout', 'setImmediate'] as const) {
    vi.stubGlobal(name, loop[name]);
  }
  const process = new Process(places);
  // Time in which nothing waits is not owed to anybody.
  loop.now = 10_000;
  const startedAt = loop.now;
  const work = start(process);
  await loop.runUntil(startedAt + WARM_UP_MS);
  const before = work.count;
  await loop.runUntil(startedAt + WARM_UP_MS + WINDOW_MS);
  return work.count - before;
}

/** How long a transaction of a request takes, and what it does afterwards. */
const READERS: [string, number, number][] = [
  ['short', 0.3, 0.2],
  ['long', 20, 1],
  ['very long', 100, 1],
  ['not in the database', 0.1, 3],
  ['long and not in the database', 1, 20],
];

describe.each(PLACES)('with %i places', (places) => {
  test.each(READERS)(
    'a job and twenty readers whose requests are %s keep a third of their speed',
    async (_what, transactionMs, computeMs) => {
      const job = (process: Process) => process.job(1);
      const readers = (process: Process) => process.readers(transactionMs, computeMs);
      const beside = async (counted: typeof job, other: typeof job) =>
        (await measure(places, (process) => {
          other(process);
          return counted(process);
        })) / (await measure(places, counted));
      expect(await beside(job, readers)).toBeGreaterThan(SHARE);
      expect(await beside(readers, job)).toBeGreaterThan(SHARE);
    },
  );

  test('twenty readers keep a third of their speed beside a job whose transactions are long', async () => {
    const readers = (process: Process) => process.readers(0.3, 0.2);
    const beside = await measure(places, (process) => {
      process.job(1, 100);
      return readers(process);
    });
    expect(beside / (await measure(places, readers))).toBeGreaterThan(SHARE);
  });

  test('jobs of two teams are equally fast', async () => {
    const counts = [0, 0];
    for (const counted of [0, 1]) {
      counts[counted] = await measure(places, (process) => {
        const jobs = [process.job(1), process.job(2)];
        return jobs[counted] as Work;
      });
    }
    const [first = 0, second = 0] = counts;
    expect(Math.abs(first - second)).toBeLessThanOrEqual(ROWS);
    expect(first).toBeGreaterThan(0.4 * (await measure(places, (process) => process.job(1))));
  });
});

test('too many lists of one program reject none of another', async () => {
  loop = new EventLoop();
  const turns = new FairTurns({ places: () => 10 });
  const read = (programId: number) =>
    runInContext({ programId, read: {} }, async () => turns.enter());
  const many = Array.from({ length: 200 }, () => read(1).catch((error: unknown) => error));
  expect(await read(2)).toBeTypeOf('function');
  expect(await many.at(-1)).toBeInstanceOf(TooManyReadsError);
});
