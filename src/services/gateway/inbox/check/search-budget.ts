/** Enough for every mistake in a body of usual size, many times over. */
const MAX_BYTES = 24 * 1024 * 1024;
/** The event loop is blocked for that long at most. */
const MAX_MS = 100;

/** Limits how long a search that a request causes may block the process. */
export class SearchBudget {
  #bytes: number;
  readonly #endsAt: number;

  constructor({ maxBytes = MAX_BYTES, maxMs = MAX_MS } = {}) {
    this.#bytes = maxBytes;
    this.#endsAt = performance.now() + maxMs;
  }

  get isUsedUp(): boolean {
    return this.#bytes < 0;
  }

  /** @returns whether that many bytes may still be worked on */
  spend(bytes: number): boolean {
    this.#bytes -= bytes;
    if (performance.now() > this.#endsAt) this.#bytes = -1;
    return !this.isUsedUp;
  }
}
