import { describe, expect, test } from 'vitest';
import type { Program } from '#contract/program/program.ts';
import { describeRules } from './program-rules.ts';

const program = (
  qualification: Program['tiers'][number]['qualification'],
  expiry: Program['points']['expiry'],
): Program => ({
  name: 'Shop',
  partner_id: 'shop',
  currency: null,
  tiers: [{ id: 'a', name: 'Bronze', rank: 1, threshold: 0, qualification }],
  points: { expiry },
  language: null,
});
const sentences = (from: Program) => describeRules(from).map(({ sentence }) => sentence);

describe('rules of a program', () => {
  test('say how long a period is and when points expire', () => {
    const [tiers, expiry] = sentences(program({ kind: 'period', months: 12 }, { days: 365 }));
    expect(tiers).toContain('in a period of 12 months, and keep it until the end of their next');
    expect(expiry).toMatch(/^Points expire 365 days after they are earned\./);
  });

  test('say that points count forever and never expire', () => {
    const [tiers, expiry] = sentences(program({ kind: 'lifetime', months: null }, null));
    expect(tiers).toMatch(/^Members reach a tier with all the points they have ever earned\./);
    expect(expiry).toBe('Points never expire.');
  });

  test('leave out tiers and currency if there are none', () => {
    const none = { ...program({ kind: 'lifetime', months: null }, null), tiers: [] };
    expect(describeRules(none).map(({ name }) => name)).toEqual(['Points expire']);
    expect(describeRules({ ...none, currency: 'EUR' }).at(-1)?.sentence).toBe(
      'Purchases and revenue are in EUR.',
    );
  });
});
