import { currentContext, type ListRead } from '#services/platform/context.ts';
import { STATEMENT_TIMEOUT } from '#services/platform/database/unavailable.ts';
import { type TeamQueue, TeamQueues, type Waiting } from './team-queues.ts';

/**
 * Requests get this many times as much time as background work, if both could use all of it. Background work needs
 * more than a third, because some of its time passes until requests have ended that were running.
 */
const REQUEST_SHARE = 1.5;
/** How much time background work may be owed before requests wait for it. */
const OWED_MAX_MS = 20;
/** Work continues if its last transaction ended within this time: the next one usually follows. */
const ONGOING_MS = { requests: 10, background: 200 };
/** Background work that has its time, but starts nothing in so many turns of the timers, waits for something else. */
const IDLE_TURNS = 8;
/** However long the last transaction of background work took, the next one waits no longer. */
const WAIT_MAX_MS = 100;
/** Requests have as many of several places, while background work continues. */
const REQUEST_PLACES = 0.5;

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
  #isBackgroundNext = false;
  /** Turns of the timers since background work has its time or has started something. */
  #idleTurns = 0;
  /** A request continues after its transaction. */
  #hasRequestEnded = false;
  #comparedAt = performance.now();
  #utilization = performance.eventLoopUtilization();
  /** How long the last transaction of background work took. */
  #tookMs = 0;
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
    const { isBackground = false, teamId = 0, actor, read } = currentContext();
    const kind: Kind = isBackground ? 'background' : 'requests';
    const team = this.#queues[kind].of(teamId);
    const waiting = await this.#wait(team, read && (actor?.id ?? ''));
    const startedAt = performance.now();
    const leave = () => {
      const now = performance.now();
      this.#compare(now);
      this.#running[kind] -= 1;
      this.#endedAt[kind] = now;
      this.#hasRequestEnded = !isBackground;
      if (isBackground) {
        this.#tookMs = now - startedAt;
        this.#idleTurns = 0;
      }
      team.end(waiting, now - startedAt);
      this.#startNext();
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
    const now = performance.now();
    this.#compare(now);
    clearTimeout(this.#timer);
    while (this.#running.requests + this.#running.background < this.#options.places()) {
      const request = this.#queues.requests.find();
      const background = this.#queues.background.find();
      const kind = this.#nextKind(request?.waiting, background?.waiting, now);
      const next = kind === 'background' ? background : request;
      if (kind === undefined || !next) return;
      this.#queues[kind].start(next);
      if (kind === 'background') this.#idleTurns = 0;
      this.#running[kind] += 1;
    }
  }

  /** @returns undefined if neither may start now; then a timer is set, if one waits */
  #nextKind(
    request: Waiting | undefined,
    background: Waiting | undefined,
    now: number,
  ): Kind | undefined {
    if (this.#isBackgroundNext) {
      if (background) return 'background';
      if (request) this.#startNextIn(1);
      return undefined;
    }
    const places = this.#options.places();
    if (places > 1) {
      const isShared = background !== undefined || this.#isOngoing('background', now);
      const isFull = isShared && this.#running.requests >= Math.ceil(places * REQUEST_PLACES);
      if (request && !isFull) return 'requests';
      if (request && !background) this.#startNextIn(ONGOING_MS.requests);
      return background && 'background';
    }
    if (!background) return request && 'requests';
    const waitMs = Math.min(REQUEST_SHARE * this.#tookMs, WAIT_MAX_MS) - (now - background.since);
    if (waitMs <= 0) return 'background';
    if (request) return 'requests';
    // It would keep the next transaction of a request waiting.
    if (!this.#isOngoing('requests', now)) return 'background';
    this.#startNextIn(Math.min(waitMs, ONGOING_MS.requests));
    return undefined;
  }

  #startNextIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#idleTurns += 1;
      this.#startNext();
    }, ms);
  }

  #isOngoing(kind: Kind, now: number): boolean {
    return this.#running[kind] > 0 || now - this.#endedAt[kind] < ONGOING_MS[kind];
  }

  /** Adds up what background work is owed since the last time. Only the time in which the process was busy counts. */
  #compare(now: number): void {
    const elapsedMs = now - this.#comparedAt;
    const utilization = performance.eventLoopUtilization();
    const busyMs = utilization.active - this.#utilization.active;
    this.#comparedAt = now;
    this.#utilization = utilization;
    const { requests, background } = this.#queues;
    const isRequested = requests.waitingCount > 0 || this.#isOngoing('requests', now);
    const isOngoing = background.waitingCount > 0 || this.#isOngoing('background', now);
    const wasNext = this.#isBackgroundNext;
    const isFree = wasNext
      ? this.#running.requests < this.#options.places() && !this.#hasRequestEnded
      : !(isRequested && isOngoing);
    this.#hasRequestEnded = false;
    this.#owedMs = Math.max(0, this.#owedMs + (isFree ? -elapsedMs : busyMs / REQUEST_SHARE));
    const isIdle =
      wasNext &&
      this.#running.background + background.waitingCount === 0 &&
      this.#idleTurns > IDLE_TURNS;
    if (isIdle || !isOngoing) this.#owedMs = 0;
    this.#isBackgroundNext = this.#owedMs > (wasNext ? 0 : OWED_MAX_MS);
    if (!wasNext) this.#idleTurns = 0;
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
