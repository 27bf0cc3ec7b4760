/** A seeded generator of choices: the same seed gives the same data on every machine. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** A whole number from `minimum` to `maximum`, both inclusive. */
  integer(minimum: number, maximum: number): number;
  pick<Value>(values: readonly Value[]): Value;
  chance(probability: number): boolean;
  /** Hexadecimal digits. */
  hex(length: number): string;
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (minimum: number, maximum: number) =>
    minimum + Math.floor(fraction() * (maximum - minimum + 1));
  return {
    fraction,
    integer,
    pick: (values) => values[integer(0, values.length - 1)] as (typeof values)[number],
    chance: (probability) => fraction() < probability,
    hex: (length) => Array.from({ length }, () => integer(0, 15).toString(16)).join(''),
  };
}
