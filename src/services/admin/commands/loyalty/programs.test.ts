import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createMember, updateMember } from '#contract/loyalty/members/members.ts';
import {
  createLoyaltyFixture,
  createProgramFixture,
} from '#services/admin/testing/admin-fixture.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const SETTINGS = ['--name', 'Acme Rewards', '--referral-base-url', 'https://shop.example.com/r/'];

describeBothStorages('admin programs', (store) => {
  const fixture = createLoyaltyFixture(store);
  const program = createProgramFixture(fixture, SETTINGS);

  const create = (id: string, ...args: string[]) =>
    fixture.admin.runJson(['programs', 'create', id, ...SETTINGS, ...args]);
  const update = (...args: string[]) => ['programs', 'update', program.partnerId, ...args];
  const enroll = (memberId: string, fields: object = {}) =>
    program.client.call(createMember, { body: { member_id: memberId, ...fields } });
  const rowsOf = async () => {
    const [row] = await store.db
      .select()
      .from(programs)
      .where(eq(programs.partnerId, program.partnerId));
    return store.db
      .select()
      .from(members)
      .where(eq(members.programId, row?.id ?? 0))
      .orderBy(asc(members.id));
  };

  test('create, list, show and update handle settings', async () => {
    expect(
      await create(`${program.partnerId}-b`, '--points-expire-after-days', '365'),
    ).toMatchObject({
      name: 'Acme Rewards',
      email_unique: false,
      points_expire_after_days: 365,
      tier_period_months: null,
    });
    await enroll('M-1');
    expect(await fixture.admin.runJson(['programs', 'list'])).toContainEqual(
      expect.objectContaining({ partner_id: program.partnerId, members: 1 }),
    );
    await fixture.admin.runOk(update('--name', 'Acme Circle', '--points-expire-after-days', '30'));
    await fixture.admin.runOk(update('--points-expire-after-days', 'never'));
    expect(await fixture.admin.runJson(['programs', 'show', program.partnerId])).toMatchObject({
      name: 'Acme Circle',
      points_expire_after_days: null,
    });
  });

  test.each([
    [['a b', '--referral-base-url', 'https://x'], /^partner_id: Must be 1 to 100 letters/],
    [['x', '--referral-base-url', 'ftp://x'], /^referral_base_url: Must be an http/],
    [
      ['x', '--referral-base-url', 'https://x', '--tier-period-months', '0'],
      /^tier_period_months: Must be a whole number from 1 to 120$/,
    ],
  ])('create rejects %j', async (args, line) => {
    expect(await fixture.admin.runError(['programs', 'create', '--name', 'X', ...args])).toMatch(
      line,
    );
  });

  test('a partner ID is unique', async () => {
    const again = [
      'programs',
      'create',
      program.partnerId,
      '--name',
      'X',
      '--referral-base-url',
      'https://x',
    ];
    expect(await fixture.admin.runError(again)).toMatch(/^A program with the partner id/);
    expect(await fixture.admin.runError(['programs', 'show', 'nobody'])).toMatch(
      /^There is no program/,
    );
    expect(await fixture.admin.runError(update())).toMatch(/^Nothing to change/);
  });

  test('email-unique applies to existing members', async () => {
    await enroll('M-1', { email_address: 'Ada@example.com' });
    await enroll('M-2');
    const { stderr } = await fixture.admin.runOk(update('--email-unique', 'on'));
    expect(stderr).toBe(
      'Members without an email address: 1. They must provide one with their next change.\n',
    );
    const taken = { member_id: 'M-3', email_address: 'ADA@example.com' };
    expect((await program.client.callRejected(createMember, { body: taken })).error.reason).toBe(
      'email_address: Already used by another member',
    );
    const address = { params: { member: 'M-2' }, query: { idParam: 'member_id' } } as const;
    const without = await program.client.callRejected(updateMember, {
      ...address,
      body: { first_name: 'B' },
    });
    expect(without.error.reason).toBe('email_address: Required');
    const moved = await program.client.callRejected(updateMember, {
      ...address,
      body: { email_address: 'ada@EXAMPLE.com' },
    });
    expect(moved.error.reason).toBe('email_address: Already used by another member');
  });

  test('phone-unique can be turned off and on again', async () => {
    await enroll('M-1', { phone_number: '+1-5550100200' });
    await fixture.admin.runOk(update('--phone-unique', 'on'));
    await fixture.admin.runOk(update('--phone-unique', 'off'));
    expect((await rowsOf()).map(({ uniquePhone }) => uniquePhone)).toEqual([null]);
    await enroll('M-2', { phone_number: '+1-5550100200' });
    expect(await fixture.admin.runError(update('--phone-unique', 'on'))).toBe(
      'Members share the same phone number: M-1 and M-2. Nothing was changed',
    );
    await fixture.admin.runOk(update('--name', 'Other'));
  });

  test('members who share an address are listed and nothing changes, ignoring deleted members', async () => {
    const address = 'shared@example.com';
    await enroll('M-1', { email_address: address });
    await enroll('M-2', { email_address: 'SHARED@example.com' });
    await enroll('M-3', { email_address: address });
    await enroll('M-4', { email_address: 'other@example.com' });
    await enroll('M-5', { email_address: 'other@example.com', phone_number: '+1-5550100201' });
    for (let id = 6; id <= 9; id += 1) {
      await enroll(`M-${id}`, { email_address: 'other@example.com' });
    }
    const both = update('--email-unique', 'on', '--phone-unique', 'on', '--name', 'New');
    expect(await fixture.admin.runError(both)).toBe(
      'Members share the same email address: M-1 and M-2 and M-3; M-4 and M-5 and M-6 and M-7 and M-8 and 1 more. Nothing was changed',
    );
    expect(await fixture.admin.runJson(['programs', 'show', program.partnerId])).toMatchObject({
      name: 'Acme Rewards',
      email_unique: false,
      phone_unique: false,
    });
    expect(
      (await rowsOf()).every(({ uniqueEmail, uniquePhone }) => !uniqueEmail && !uniquePhone),
    ).toBe(true);
    for (const memberId of ['M-2', 'M-3', 'M-5', 'M-6', 'M-7', 'M-8', 'M-9']) {
      const path = `/loyalty/members/${memberId}?idParam=member_id`;
      await program.client.send({ method: 'DELETE', path });
    }
    await fixture.admin.runOk(both);
    expect(await fixture.admin.runJson(['programs', 'show', program.partnerId])).toMatchObject({
      email_unique: true,
    });
  });

  test('email-unique applies to members that are written concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second, switched] = await Promise.all([
        program.client.send(createMember, {
          body: { member_id: `A-${round}`, email_address: `${round}@x.com` },
        }),
        program.client.send(createMember, {
          body: { member_id: `B-${round}`, email_address: `${round}@x.com` },
        }),
        fixture.admin.run(update('--email-unique', 'on')),
      ]);
      const created = [first, second].filter(({ ok }) => ok).length;
      // Either both members were created first and the update failed, or one member was rejected.
      expect([created, switched.code]).toEqual(created === 2 ? [2, 1] : [1, 0]);
      const rows = await rowsOf();
      const isMarked = switched.code === 0;
      expect(rows.every(({ uniqueEmail }) => (uniqueEmail !== null) === isMarked)).toBe(true);
      await fixture.admin.run(update('--email-unique', 'off'));
      for (const { memberId } of rows) {
        const path = `/loyalty/members/${memberId}?idParam=member_id`;
        await program.client.send({ method: 'DELETE', path });
      }
      await store.db.delete(members);
    }
  });

  test('tier-period-months starts and ends the periods of existing members', async () => {
    await enroll('M-1');
    await fixture.admin.runOk(update('--tier-period-months', '12'));
    const [started] = await rowsOf();
    expect(started?.tierPeriodEnd?.toISOString()).toBe('2027-03-18T12:00:00.000Z');
    await fixture.admin.runOk(update('--tier-period-months', '6'));
    expect((await rowsOf())[0]?.tierPeriodEnd).toEqual(started?.tierPeriodEnd);
    await fixture.admin.runOk(update('--tier-period-months', 'never'));
    expect((await rowsOf())[0]?.tierPeriodEnd).toBeNull();
  });
});
