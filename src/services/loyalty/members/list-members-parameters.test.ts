import { afterAll, beforeAll, expect, test } from 'vitest';
import { tagFilter } from '#contract/loyalty/members/member-filters.ts';
import { listMembers } from '#contract/loyalty/members/members.ts';
import type { Client } from '#services/loyalty/testing/client.ts';
import { createMembersProgram } from '#services/loyalty/testing/members-program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const MEMBERS = Array.from({ length: 12 }, (_, n) => ({ memberId: `M-${n}` }));

describeStorages('the list of members', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let other: Client;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
    client = await createMembersProgram(service, MEMBERS);
    other = await createMembersProgram(service, MEMBERS.slice(0, 3));
  });
  afterAll(() => service.close());

  const list = async (query: Record<string, string> = {}) =>
    (await client.call(listMembers, { query })).data;
  const callRejected = async (query: Record<string, string> | [string, string][]) =>
    client.callRejected(listMembers, { query });

  test('has pages of 100 members by default and at most 1,000', async () => {
    const names = Array.from({ length: 1001 }, (_, n) => ({ memberId: `Q-${n}` }));
    const many = await createMembersProgram(service, names);
    const first = (await many.call(listMembers)).data;
    expect([first.members.length, first.total, first.more]).toEqual([100, 1001, true]);
    const full = (await many.call(listMembers, { query: { count: '1000' } })).data;
    expect([full.members.length, full.more]).toEqual([1000, true]);
  });

  test('rejects cursors of other filters or programs and forged ones', async () => {
    const { next_cursor } = await list({ count: '5' });
    const foreign = (await other.call(listMembers, { query: { count: '1' } })).data.next_cursor;
    const flipped = `${next_cursor.slice(0, -1)}${next_cursor.endsWith('A') ? 'B' : 'A'}`;
    const forged = [
      { start_cursor: next_cursor, member_status: 'blocked' },
      {
        start_cursor: next_cursor,
        member_tags: tagFilter({ mode: 'contain_any_of', tags: ['vip'] }),
      },
      { start_cursor: foreign },
      { start_cursor: flipped },
      { start_cursor: `${next_cursor}A` },
      { start_cursor: '' },
      { start_cursor: '\0' },
      { start_cursor: '5' },
      { start_cursor: 'x'.repeat(5000) },
    ];
    for (const query of forged) {
      const { status, error } = await callRejected(query);
      expect({ status, error }).toMatchObject({
        status: 400,
        error: { error_code: '400', error: 'ERROR_INVALID_PARAMETER' },
      });
      expect(error.message).toMatch(/^start_cursor: /);
    }
  });

  test.each([
    ['count', [['count', '0']]],
    ['count', [['count', '1001']]],
    ['count', [['count', '99999999999999999999']]],
    [
      'count',
      [
        ['count', '1'],
        ['count', '2'],
      ],
    ],
    ['enrolment_date', [['enrolment_date', '{"eq":"02/30/2026"}']]],
    ['enrolment_date', [['enrolment_date', '{"__proto__":"01/01/2026"}']]],
    ['enrolment_date', [['enrolment_date', '{"between":"02/01/2026-01/01/2026"}']]],
    [
      'enrollment_date',
      [
        ['enrolment_date', '{"eq":"01/02/2026"}'],
        ['enrollment_date', '{"eq":"01/02/2026"}'],
      ],
    ],
    ['last_modified_date', [['last_modified_date', '01/02/2026']]],
    ['member_status', [['member_status', 'deleted']]],
    ['member_status', [['member_status', '']]],
    ['member_tags', [['member_tags', '{"contain_any_of":"\\u0000"}']]],
    ['member_tags', [['member_tags', '{"contain_any_of":"\\ud800"}']]],
    ['member_tags', [['member_tags', '{"contain_any_of":["vip"]}']]],
    [
      'language',
      [
        ['language', 'a'],
        ['language', 'b'],
      ],
    ],
  ] as [string, [string, string][]][])('names an invalid %s: %j', async (parameter, query) => {
    const { status, error } = await callRejected(query);
    expect(status).toBe(400);
    expect(error.message).toMatch(new RegExp(`^${parameter}: `));
  });

  test.each(['0', '1001', '-1', 'ten', '1.5', ''])(
    'says what a count must be, not %j',
    async (count) => {
      const { error } = await callRejected({ count });
      expect(error.message).toBe('count: Must be an integer from 1 to 1000');
    },
  );

  test('ignores unknown parameters', async () => {
    expect((await list({ colour: 'red', __proto__x: '1' })).total).toBe(MEMBERS.length);
  });
});
