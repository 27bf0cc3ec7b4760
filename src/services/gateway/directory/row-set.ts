const ROWS_PER_PART = 8_192;

/** Positive integers, most of them one after another, in about a bit each: a directory may have millions of rows. */
export class RowSet {
  readonly #parts = new Map<number, Uint8Array>();

  add(row: number): void {
    const part = Math.floor(row / ROWS_PER_PART);
    let bits = this.#parts.get(part);
    if (!bits) {
      bits = new Uint8Array(ROWS_PER_PART / 8);
      this.#parts.set(part, bits);
    }
    const at = row % ROWS_PER_PART;
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }

  has(row: number): boolean {
    const at = row % ROWS_PER_PART;
    const bits = this.#parts.get(Math.floor(row / ROWS_PER_PART));
    return ((bits?.[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }
}
