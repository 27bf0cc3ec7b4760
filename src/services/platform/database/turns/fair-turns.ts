import { currentContext, type ListRead } from '#services/platform/context.ts';
import { STATEMENT_TIMEOUT } from '#services/platform/database/unavailable.ts';
import { type TeamQueue, TeamQueues, type Waiting } from './team-queues.ts';

/** Requests get this many times as much time as background work, if both could use all of it. */
const REQUEST_SHARE = 1.5;
/** How much time background work may be owed before requests wait for it. */
const OWED_MAX_MS = 20;
/** How much more than its share background work may have had, such as by a long transaction, before that is forgotten. */
const AHEAD_MAX_MS = 1_000;
/** Work continues if its last transaction ended within this time: the next one usually follows. */
const ONGOING_MS = { requests: 10, background: 1_000 };
/** Background work that has its time, but starts nothing in so many turns of the timers, waits for something else. */
const IDLE_TURNS = 8;
/** Background work doesn't wait for requests that run longer. */
const DRAIN_MAX_MS = 50;
/** Requests have as many of several places, while background work continues. */
const REQUEST_PLACES = 0.8;

interface Options {
  /** How many transactions run at the same time. */
  places: () => number;
  /** How long a transaction may wait. Default: for ever. */
  waitMs?: number;
}

class ReadTooLongError extends Error {
  readonly code = STATEMENT_TIMEOUT;
}

type Kind = 'requests' | 'background';

/**
 * Shares the transactions of a process between requests and background work (see `Context`). Requests come first,
 * but background work gets a third of the time, however many requests there are. Teams take turns in both.
 *
 * Most of the work for a transaction is done before and after it. So if background work is owed its time, no
 * transaction of a request starts until it had as much, and the whole process is free for it.
 */
export class FairTurns {
  readonly #options: Options;
  readonly #queues = { requests: new TeamQueues(), background: new TeamQueues() };
  readonly #running = { requests: 0, background: 0 };
  readonly #endedAt = {
    requests: Number.NEGATIVE_INFINITY,
    background: Number.NEGATIVE_INFINITY,
  };
  #owedMs = 0;
  #countedAt = performance.now();
  /** Requests that end together are counted once. */
  #requestsCountedAt = performance.now();
  /** Since when requests wait, because background work is owed its time. */
  #pausedAt: number | undefined;
  /** Turns of the timers since then, or since background work has started something. */
  #idleTurns = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** How many transactions wait. */
  get waitingCount(): number {
    return this.#queues.requests.waitingCount + this.#queues.background.waitingCount;
  }

  /**
   * Waits for a turn.
   * @returns ends the turn
   * @throws {Error} if it takes longer than `waitMs`
   * @throws {TooManyReadsError} if too many lists of the team wait
   * @throws {ReadTooLongError} if reading the current one takes too long
   */
  async enter(): Promise<() => void> {
    const { isBackground = false, teamId, programId = 0, actor, read } = currentContext();
    const kind: Kind = isBackground ? 'background' : 'requests';
    const team = this.#queues[kind].of(teamId ?? `program ${programId}`);
    const waiting = await this.#wait(team, read && (actor?.id ?? ''));
    const startedAt = performance.now();
    const end = (busySince: number) => {
      const now = performance.now();
      this.#count(isBackground ? undefined : busySince);
      this.#running[kind] -= 1;
      this.#endedAt[kind] = now;
      team.end(waiting, now - startedAt);
      this.#startNext();
    };
    const leave = () => {
      // The only place keeps the process busy, others the database.
      const busySince = this.#options.places() === 1 ? startedAt : performance.now();
      // A request then works with its rows, which background work waits for as well.
      if (isBackground || !this.#isOngoing('background')) end(busySince);
      else setImmediate(end, busySince);
    };
    try {
      startRead(read);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  #wait(team: TeamQueue, reader: string | undefined): Promise<Waiting> {
    // Only what passes from now on is waiting.
    this.#count();
    const { waitMs } = this.#options;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        since: performance.now(),
        reader,
        start() {
          clearTimeout(timer);
          resolve(waiting);
        },
      };
      team.push(waiting);
      this.#startNext();
      if (waitMs === undefined || !team.waiting.includes(waiting)) return;
      timer = setTimeout(() => {
        team.remove(waiting);
        // As the driver's pool says it.
        reject(new Error('timeout exceeded when trying to connect'));
      }, waitMs);
    });
  }

  #startNext(): void {
    this.#count();
    clearTimeout(this.#timer);
    while (this.#running.requests + this.#running.background < this.#options.places()) {
      const kind = this.#nextKind();
      const next = kind && this.#queues[kind].find();
      if (!kind || !next) return;
      this.#queues[kind].start(next);
      this.#running[kind] += 1;
      if (kind === 'background') this.#idleTurns = 0;
    }
  }

  /** @returns undefined if neither may start now; then a timer is set, if one waits */
  #nextKind(): Kind | undefined {
    const isRequest = this.#queues.requests.find() !== undefined;
    const isBackground = this.#queues.background.find() !== undefined;
    if (this.#pausedAt !== undefined) {
      if (isRequest && !isBackground) this.#startNextIn(1);
      return isBackground ? 'background' : undefined;
    }
    const places = this.#options.places();
    const max = this.#isOngoing('background') ? Math.ceil(places * REQUEST_PLACES) : places;
    if (isRequest && this.#running.requests < max) return 'requests';
    // In the only place it would keep the next transaction of a request waiting.
    if (isBackground && (places > 1 || !this.#isOngoing('requests'))) return 'background';
    if (isRequest || isBackground) this.#startNextIn(ONGOING_MS.requests);
    return undefined;
  }

  #startNextIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#idleTurns += 1;
      this.#startNext();
    }, ms);
  }

  #isOngoing(kind: Kind): boolean {
    const isActive = this.#running[kind] + this.#queues[kind].waitingCount > 0;
    return isActive || performance.now() - this.#endedAt[kind] < ONGOING_MS[kind];
  }

  /**
   * Adds up what background work is owed: a share of the time that requests took, less what it then had to itself.
   * @param busySince when a request that ends began to keep the process busy
   */
  #count(busySince?: number): void {
    const now = performance.now();
    const requestMs =
      busySince === undefined ? 0 : now - Math.max(busySince, this.#requestsCountedAt);
    if (busySince !== undefined) this.#requestsCountedAt = now;
    const elapsedMs = now - this.#countedAt;
    this.#countedAt = now;
    const { requests, background } = this.#running;
    const isWaiting = this.#queues.background.waitingCount > 0;
    if (this.#pausedAt === undefined) {
      const isDelayed = isWaiting && requests + background === 0;
      this.#owedMs += (isDelayed ? elapsedMs : requestMs) / REQUEST_SHARE;
      if (!this.#isOngoing('background')) {
        this.#owedMs = 0;
        this.#requestsCountedAt = now;
      }
      if (this.#owedMs > OWED_MAX_MS) {
        this.#pausedAt = now;
        this.#idleTurns = 0;
      }
      return;
    }
    const isDrained = requests < this.#options.places() && now - this.#pausedAt > DRAIN_MAX_MS;
    this.#owedMs += requests === 0 || isDrained ? -elapsedMs : requestMs / REQUEST_SHARE;
    if (!isWaiting && background === 0 && this.#idleTurns > IDLE_TURNS) {
      this.#endedAt.background = Number.NEGATIVE_INFINITY;
      this.#owedMs = 0;
    }
    if (this.#owedMs <= 0) {
      this.#owedMs = Math.max(this.#owedMs, -AHEAD_MAX_MS);
      this.#pausedAt = undefined;
    }
  }
}

/**
 * Begins the time of a list with its first statement.
 * @throws {ReadTooLongError} if it is over
 */
function startRead(read: ListRead | undefined): void {
  if (read?.limitMs === undefined) return;
  const now = performance.now();
  read.endsAt ??= now + read.limitMs;
  if (now > read.endsAt) throw new ReadTooLongError('Reading a list took too long');
}
