import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMember, memberOf, updateMember } from '#contract/loyalty/members/members.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const at = (member: string) => ({ params: { member }, query: { idParam: 'member_id' } });

describeBothStorages('email addresses and phone numbers', (storage) => {
  let service: TestLoyalty;
  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());

  const inProgram = async (options: Parameters<typeof createProgram>[1]): Promise<Client> =>
    createClient(service.baseUrl, (await createProgram(storage.db, options)).credentials);
  const create = async (client: Client, body: object) =>
    (await client.call(createMember, { body })).data;
  const update = async (client: Client, member: string, body: object) =>
    memberOf(await client.call(updateMember, { ...at(member), body }));
  const reasonOf = async (
    rejection: Promise<{ status: number; error: Record<string, unknown> }>,
  ) => {
    const { status, error } = await rejection;
    expect([status, error.success]).toEqual([400, false]);
    return String(error.reason);
  };

  test('are optional and can be shared unless the program makes them unique', async () => {
    const client = await inProgram({});
    const shared = { email_address: 'ada@example.test', phone_number: '+1-5550100200' };
    await create(client, { member_id: 'M-1' });
    await create(client, { member_id: 'M-2', ...shared });
    expect(await create(client, { member_id: 'M-3', ...shared })).toMatchObject(shared);
    expect(await update(client, 'M-3', { email_address: '', phone_number: '' })).toMatchObject({
      email_address: '',
      phone_number: '',
    });
  });

  describe.each([
    ['email_address', { emailUnique: true }, 'Ada@example.test', 'ada@EXAMPLE.test'],
    ['phone_number', { phoneUnique: true }, '+1-5550100200', '(555) 010-0200'],
  ] as const)('a unique %s', (field, options, value, sameValue) => {
    test("is required and can't be removed", async () => {
      const client = await inProgram(options);
      const missing = client.callRejected(createMember, { body: { member_id: 'M-1' } });
      expect(await reasonOf(missing)).toMatch(new RegExp(`^${field}: `));
      await create(client, { member_id: 'M-1', [field]: value });
      const emptied = client.callRejected(updateMember, { ...at('M-1'), body: { [field]: '' } });
      expect(await reasonOf(emptied)).toMatch(new RegExp(`^${field}: `));
    });

    test('belongs to one member in any spelling', async () => {
      const client = await inProgram(options);
      const other = field === 'email_address' ? 'other@example.test' : '+1-5550100300';
      await create(client, { member_id: 'M-1', [field]: value });
      const duplicate = { member_id: 'M-2', [field]: sameValue };
      expect(await reasonOf(client.callRejected(createMember, { body: duplicate }))).toMatch(
        new RegExp(`^${field}: `),
      );
      await create(client, { member_id: 'M-2', [field]: other });
      const moved = client.callRejected(updateMember, {
        ...at('M-2'),
        body: { [field]: sameValue },
      });
      expect(await reasonOf(moved)).toMatch(new RegExp(`^${field}: `));
      // A member can set its own value again.
      await update(client, 'M-1', { [field]: sameValue, first_name: 'Ada' });
    });

    test('is given to one of several concurrent creations', async () => {
      const client = await inProgram(options);
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          client.send(createMember, { body: { member_id: `M-${n}`, [field]: value } }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    test('can be the same in another program', async () => {
      for (const client of [await inProgram(options), await inProgram(options)]) {
        await create(client, { member_id: 'M-1', [field]: value });
      }
    });
  });
});
