import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMember, listMembers, updateMember } from '#contract/loyalty/members/members.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createMemberReader } from './get-member.ts';

const AT_ONCE = 6;

describeBothStorages('unique values', (storage) => {
  let service: TestLoyalty;
  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());

  test.each([
    [
      'email_address',
      { emailUnique: true },
      (n: number) => `m-${n}@example.test`,
      'one@example.test',
    ],
    ['phone_number', { phoneUnique: true }, (n: number) => `+1-555010020${n}`, '+1-5550100300'],
  ] as const)(
    'let one of several concurrent updates to the same %s succeed, and the others change nothing',
    async (field, options, own, wanted) => {
      const { credentials } = await createProgram(storage.db, options);
      const client = createClient(service.baseUrl, credentials);
      const members = Array.from({ length: AT_ONCE }, (_, n) => ({
        member_id: `M-${n}`,
        [field]: own(n),
      }));
      for (const body of members) await client.call(createMember, { body });

      const responses = await Promise.all(
        members.map(({ member_id }) =>
          client.send(updateMember, {
            params: { member: member_id },
            query: { idParam: 'member_id' },
            body: { [field]: wanted, first_name: 'Changed' },
          }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array(AT_ONCE - 1).fill(400),
      ]);
      const { data } = await client.call(listMembers, {});
      expect(data.members.filter((member) => member[field] === wanted)).toHaveLength(1);
      expect(data.members.filter(({ first_name }) => first_name === 'Changed')).toHaveLength(1);
    },
  );
});

describeBothStorages('members that are read at the same time', (storage) => {
  let service: TestLoyalty;
  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());

  test('share queries, and each request gets its own', async () => {
    const [one, other] = [await createProgram(storage.db), await createProgram(storage.db)];
    const names = ['A', 'B', 'C', 'D'];
    for (const { credentials } of [one, other]) {
      const client = createClient(service.baseUrl, credentials);
      for (const id of names) await client.call(createMember, { body: { member_id: id } });
    }
    const select = vi.spyOn(storage.db, 'select');
    const readMember = createMemberReader(storage.db);
    const read = async (programId: number, member: string) => {
      const { member: row } = await readMember(programId, { member, idParam: 'member_id' });
      return [row.programId, row.memberId];
    };
    const asked = [one, other].flatMap(({ program }) => names.map((name) => [program.id, name]));
    const results = await Promise.allSettled([
      ...asked.map(([id, name]) => read(id as number, name as string)),
      read(one.program.id, 'unknown'),
    ]);
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 400 } });
    expect(results.slice(0, -1)).toEqual(asked.map((value) => ({ status: 'fulfilled', value })));
    expect(select).toHaveBeenCalledOnce();
  });
});
