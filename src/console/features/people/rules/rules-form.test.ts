import { describe, expect, test } from 'vitest';
import { parseNetworks, rulesFormSchema, toChange, toForm } from './rules-form.ts';

const SAVED = toForm({
  second_step: 'optional',
  second_step_since: null,
  session_hours: 8,
  networks: ['203.0.113.0/24'],
  support_points_max: 1_000,
});

describe('the form of team rules', () => {
  test('takes networks on lines or after commas, and single addresses', () => {
    expect(parseNetworks(' 203.0.113.0/24\n2001:db8::/32, 198.51.100.7\n\n::1 ')).toEqual([
      '203.0.113.0/24',
      '2001:db8::/32',
      '198.51.100.7/32',
      '::1/128',
    ]);
  });

  test('names what is not a network, as it was typed', () => {
    const { error } = rulesFormSchema.safeParse({ ...SAVED, networks: '10.0.0.0/8 office' });
    expect(error?.issues[0]?.message).toMatch(/^Not a network: office\. /);
    expect(rulesFormSchema.safeParse({ ...SAVED, networks: '' }).success).toBe(true);
  });

  test.each(['', '0', '1.5', 'many'])('rejects %j points', (text) => {
    expect(rulesFormSchema.safeParse({ ...SAVED, support_points_max: text }).success).toBe(false);
  });

  test('sends only what was changed', () => {
    expect(toChange(SAVED, SAVED)).toEqual({});
    expect(toChange({ ...SAVED, session_hours: '', networks: '' }, SAVED)).toEqual({
      session_hours: null,
      networks: [],
    });
    expect(toChange({ ...SAVED, second_step: 'required', support_points_max: '5' }, SAVED)).toEqual(
      {
        second_step: 'required',
        support_points_max: 5,
      },
    );
  });
});
