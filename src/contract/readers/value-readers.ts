// How a reader reads single values (reader.ts).

/** Can't be read: no JSON value equals it. */
export const INVALID = Symbol('invalid');

export interface Reading {
  /** Whether part of the innermost item could not be read. */
  isIncomplete: boolean;
  /** In an item, unreadable parts are left out. Outside items, they make the response invalid. */
  readonly isInItem: boolean;
}

export interface Reader {
  /** Reads a value other than null and undefined. */
  readonly read: (value: unknown, reading: Reading) => unknown;
  /** The value to use in place of null or undefined. */
  readonly absent: (reading: Reading, given?: unknown) => unknown;
  /** Whether it is or requires items. */
  readonly hasItems: boolean;
  /** Only of an item: used in place of one without identity. */
  readonly placeholder?: (raw: unknown, index: number) => object;
}

export function valueReader(isKnown: (value: unknown) => boolean): Reader {
  return {
    read: (value) => (isKnown(value) ? value : INVALID),
    absent: () => undefined,
    hasItems: false,
  };
}

/** Outside of items, such as for a cursor, a number counts as a text. */
export const textReader: Reader = {
  ...valueReader((value) => typeof value === 'string'),
  read(value, { isInItem }) {
    if (typeof value === 'number' && !isInItem) return String(value);
    return typeof value === 'string' ? value : INVALID;
  },
};
