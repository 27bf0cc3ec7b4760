import { TOO_MANY_CONNECTIONS } from '#services/platform/database/unavailable.ts';

/** Lists that are read at the same time. A pool has more connections than a team can take. */
const USER_READS = 4;
const TEAM_READS = 8;
/** More of a team don't wait. */
const WAITING_READS_MAX = 100;

export interface Waiting {
  since: number;
  /** Whose list is read; undefined for anything else. */
  reader: string | undefined;
  start: () => void;
}

/** A team has more lists to read than may wait; it has PostgreSQL's code of a server without free connections. */
export class TooManyReadsError extends Error {
  readonly code = TOO_MANY_CONNECTIONS;
}

/** What a team, or nobody's team, has to do. */
export class TeamQueue {
  readonly waiting: Waiting[] = [];
  /** Only compared with that of others. */
  usedMs: number;
  readonly #readers: string[] = [];

  constructor(usedMs: number) {
    this.usedMs = usedMs;
  }

  get isIdle(): boolean {
    return this.waiting.length + this.#readers.length === 0;
  }

  get next(): Waiting | undefined {
    return this.waiting.find(
      ({ reader }) =>
        reader === undefined ||
        (this.#readers.length < TEAM_READS &&
          this.#readers.filter((each) => each === reader).length < USER_READS),
    );
  }

  /** @throws {TooManyReadsError} */
  push(waiting: Waiting): void {
    const { reader } = waiting;
    if (reader !== undefined && this.waiting.length >= WAITING_READS_MAX) {
      throw new TooManyReadsError('Too many lists are being read');
    }
    this.waiting.push(waiting);
  }

  remove(waiting: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
  }

  start(waiting: Waiting): void {
    this.remove(waiting);
    if (waiting.reader !== undefined) this.#readers.push(waiting.reader);
    waiting.start();
  }

  end({ reader }: Waiting, tookMs: number): void {
    this.usedMs += tookMs;
    if (reader !== undefined) this.#readers.splice(this.#readers.indexOf(reader), 1);
  }
}

/** Teams take turns: the next one is that which has used the least time. */
export class TeamQueues {
  readonly #teams = new Map<number | string, TeamQueue>();
  /** What the team whose turn was last had used before. */
  #usedMs = 0;

  get waitingCount(): number {
    let count = 0;
    for (const { waiting } of this.#teams.values()) count += waiting.length;
    return count;
  }

  /**
   * A team that was away doesn't catch up.
   * @param teamId or the name of what has no team, such as a program
   */
  of(teamId: number | string): TeamQueue {
    const team = this.#teams.get(teamId) ?? new TeamQueue(this.#usedMs);
    if (team.waiting.length === 0) team.usedMs = Math.max(team.usedMs, this.#usedMs);
    this.#teams.set(teamId, team);
    return team;
  }

  /** @returns what may start next */
  find(): { team: TeamQueue; waiting: Waiting } | undefined {
    let found: { team: TeamQueue; waiting: Waiting } | undefined;
    for (const [teamId, team] of this.#teams) {
      if (team.isIdle && team.usedMs <= this.#usedMs) this.#teams.delete(teamId);
      const { next } = team;
      if (next && (!found || team.usedMs < found.team.usedMs)) found = { team, waiting: next };
    }
    return found;
  }

  start({ team, waiting }: { team: TeamQueue; waiting: Waiting }): void {
    this.#usedMs = team.usedMs;
    team.start(waiting);
  }
}
