import fc from 'fast-check';

/** One thing that happens; numbers choose what it happens to. */
export interface Step {
  kind: (typeof KINDS)[number];
  program: number;
  id: number;
  other: number;
  variant: number;
}

const KINDS = [
  ...([
    'add',
    'add',
    'add',
    'delete',
    'change',
    'points',
    'receive',
    'receive',
    'campaign',
  ] as const),
  ...(['tag', 'export', 'import', 'import', 'startImport', 'undo', 'replay', 'crawl'] as const),
];

const choice = fc.nat(29);
export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  program: fc.nat(1),
  id: choice,
  other: choice,
  variant: choice,
});
