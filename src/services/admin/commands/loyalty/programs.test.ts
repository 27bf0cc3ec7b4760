import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createMember, updateMember } from '#contract/loyalty/members/members.ts';
import { besideLoyalty, freshProgram } from '#services/admin/testing/admin-scene.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const SETTINGS = ['--name', 'Acme Rewards', '--referral-base-url', 'https://shop.example.com/r/'];

describeStorages('admin programs', (store) => {
  const scene = besideLoyalty(store);
  const program = freshProgram(scene, SETTINGS);

  const create = (id: string, ...words: string[]) =>
    scene.admin.json(['programs', 'create', id, ...SETTINGS, ...words]);
  const update = (...words: string[]) => ['programs', 'update', program.partnerId, ...words];
  const enrol = (memberId: string, fields: object = {}) =>
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

  test('is created with settings, listed with its members, shown and changed', async () => {
    expect(
      await create(`${program.partnerId}-b`, '--points-expire-after-days', '365'),
    ).toMatchObject({
      name: 'Acme Rewards',
      email_unique: false,
      points_expire_after_days: 365,
      tier_period_months: null,
    });
    await enrol('M-1');
    expect(await scene.admin.json(['programs', 'list'])).toContainEqual(
      expect.objectContaining({ partner_id: program.partnerId, members: 1 }),
    );
    await scene.admin.done(update('--name', 'Acme Circle', '--points-expire-after-days', '30'));
    await scene.admin.done(update('--points-expire-after-days', 'never'));
    expect(await scene.admin.json(['programs', 'show', program.partnerId])).toMatchObject({
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
  ])('%j is refused', async (words, line) => {
    expect(await scene.admin.refused(['programs', 'create', '--name', 'X', ...words])).toMatch(
      line,
    );
  });

  test('a partner id is one program’s', async () => {
    const again = [
      'programs',
      'create',
      program.partnerId,
      '--name',
      'X',
      '--referral-base-url',
      'https://x',
    ];
    expect(await scene.admin.refused(again)).toMatch(/^A program with the partner id/);
    expect(await scene.admin.refused(['programs', 'show', 'nobody'])).toMatch(
      /^There is no program/,
    );
    expect(await scene.admin.refused(update())).toMatch(/^Nothing to change/);
  });

  test('an e-mail address that becomes unique is so for the members that there are', async () => {
    await enrol('M-1', { email_address: 'Ada@example.com' });
    await enrol('M-2');
    const { said } = await scene.admin.done(update('--email-unique', 'on'));
    expect(said).toBe(
      '1 members have no e-mail address: their next change has to bring an e-mail address.\n',
    );
    const taken = { member_id: 'M-3', email_address: 'ADA@example.com' };
    expect((await program.client.callRejected(createMember, { body: taken })).error.reason).toBe(
      'email_address: Belongs to another member',
    );
    const address = { params: { member: 'M-2' }, query: { idParam: 'member_id' } } as const;
    const without = await program.client.callRejected(updateMember, {
      ...address,
      body: { first_name: 'B' },
    });
    expect(without.error.reason).toBe('email_address: Is required');
    const moved = await program.client.callRejected(updateMember, {
      ...address,
      body: { email_address: 'ada@EXAMPLE.com' },
    });
    expect(moved.error.reason).toBe('email_address: Belongs to another member');
  });

  test('switched off, it is nobody’s any more, and may be switched on again', async () => {
    await enrol('M-1', { phone_number: '+1-5550100200' });
    await scene.admin.done(update('--phone-unique', 'on'));
    await scene.admin.done(update('--phone-unique', 'off'));
    expect((await rowsOf()).map(({ uniquePhone }) => uniquePhone)).toEqual([null]);
    await enrol('M-2', { phone_number: '+1-5550100200' });
    expect(await scene.admin.refused(update('--phone-unique', 'on'))).toBe(
      'Members share the same phone number: M-1 and M-2. Nothing was changed',
    );
    await scene.admin.done(update('--name', 'Other'));
  });

  test('members who share an address are named, and nothing changes; deleted ones share nothing', async () => {
    const address = 'shared@example.com';
    await enrol('M-1', { email_address: address });
    await enrol('M-2', { email_address: 'SHARED@example.com' });
    await enrol('M-3', { email_address: address });
    await enrol('M-4', { email_address: 'other@example.com' });
    await enrol('M-5', { email_address: 'other@example.com', phone_number: '+1-5550100201' });
    const both = update('--email-unique', 'on', '--phone-unique', 'on', '--name', 'New');
    expect(await scene.admin.refused(both)).toBe(
      'Members share the same email address: M-1 and M-2 and M-3; M-4 and M-5. Nothing was changed',
    );
    expect(await scene.admin.json(['programs', 'show', program.partnerId])).toMatchObject({
      name: 'Acme Rewards',
      email_unique: false,
      phone_unique: false,
    });
    expect(
      (await rowsOf()).every(({ uniqueEmail, uniquePhone }) => !uniqueEmail && !uniquePhone),
    ).toBe(true);
    for (const memberId of ['M-2', 'M-3', 'M-5']) {
      const path = `/loyalty/members/${memberId}?idParam=member_id`;
      await program.client.send({ method: 'DELETE', path });
    }
    await scene.admin.done(both);
    expect(await scene.admin.json(['programs', 'show', program.partnerId])).toMatchObject({
      email_unique: true,
    });
  });

  test('a member that is written while the address becomes unique is not missed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second, switched] = await Promise.all([
        program.client.send(createMember, {
          body: { member_id: `A-${round}`, email_address: `${round}@x.com` },
        }),
        program.client.send(createMember, {
          body: { member_id: `B-${round}`, email_address: `${round}@x.com` },
        }),
        scene.admin.run(update('--email-unique', 'on')),
      ]);
      const created = [first, second].filter(({ ok }) => ok).length;
      // Either both came before, and it was refused; or one of them was.
      expect([created, switched.code]).toEqual(created === 2 ? [2, 1] : [1, 0]);
      const rows = await rowsOf();
      const isMarked = switched.code === 0;
      expect(rows.every(({ uniqueEmail }) => (uniqueEmail !== null) === isMarked)).toBe(true);
      await scene.admin.run(update('--email-unique', 'off'));
      for (const { memberId } of rows) {
        const path = `/loyalty/members/${memberId}?idParam=member_id`;
        await program.client.send({ method: 'DELETE', path });
      }
      await store.db.delete(members);
    }
  });

  test('tier periods begin for the members that there are, and end when they are given up', async () => {
    await enrol('M-1');
    await scene.admin.done(update('--tier-period-months', '12'));
    const [begun] = await rowsOf();
    expect(begun?.tierPeriodEnd?.toISOString()).toBe('2027-03-18T12:00:00.000Z');
    await scene.admin.done(update('--tier-period-months', '6'));
    expect((await rowsOf())[0]?.tierPeriodEnd).toEqual(begun?.tierPeriodEnd);
    await scene.admin.done(update('--tier-period-months', 'never'));
    expect((await rowsOf())[0]?.tierPeriodEnd).toBeNull();
  });
});
