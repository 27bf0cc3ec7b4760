import { expect, test } from 'vitest';
import { fitMemory } from './fit-memory.ts';

test.each([
  [false, 449],
  [true, 749],
])(
  'a start without enough memory is rejected before it does anything (%s, %i MB)',
  (creates, mb) => {
    expect(() => fitMemory(creates, mb)).toThrow(
      `The embedded database needs ${mb + 1} MB of memory to start, and the limit is ${mb} MB; raise it, or set DATABASE_URL to a PostgreSQL database`,
    );
    expect(() => fitMemory(creates, mb + 1)).not.toThrow();
  },
);
