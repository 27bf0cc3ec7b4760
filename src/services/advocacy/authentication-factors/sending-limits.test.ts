import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptCounters } from '#services/advocacy/rate-limits/attempt-counters-table.ts';
import { createFactorsUser, randomNumber } from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createSecondFactors } from './create-second-factors.ts';

describeBothStorages('codes of factors', (store) => {
  let service: TestAdvocacy;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());

  test('of one number are thirty seconds apart, even if the factor was deleted in between', async () => {
    const user = await createFactorsUser(service);
    for (const channel of ['sms', 'voice', 'fax']) {
      const number = randomNumber();
      const attributes = { type: 'out_of_band', channel, external_id: number };
      const { body } = await user.create(attributes);
      await user.remove(body.data.id);
      service.clock.advance(10);
      const early = await user.create(attributes);
      expect([early.status, early.headers.get('retry-after')]).toEqual([429, '20']);
      expect(await user.received(number)).toHaveLength(1);
      service.clock.advance(20);
      expect((await user.create(attributes)).status).toBe(201);
      expect(await user.received(number)).toHaveLength(2);
    }
  });

  test('are limited per day for one user, whichever of their numbers they use', async () => {
    const user = await createFactorsUser(service);
    const statuses = new Set<number>();
    const own = Array.from({ length: 10 }, randomNumber);
    const numbers = Array.from({ length: 101 }, (_, time) => own[time % 10] ?? '');
    for (const number of numbers) {
      service.clock.advance(5);
      await user.stepUp();
      const created = await user.create({
        type: 'out_of_band',
        channel: 'sms',
        external_id: number,
      });
      statuses.add(created.status);
      if (created.status === 201) await user.remove(created.body.data.id);
    }
    expect([...statuses]).toEqual([201, 429]);
    expect(await user.received(own[0] ?? '')).toHaveLength(10);
  });

  test('go to ten different numbers a day, besides those that are verified', async () => {
    const user = await createFactorsUser(service);
    const create = (channel: string, number: string) =>
      user.create({ type: 'out_of_band', channel, external_id: number });
    const createAndRemove = async (channel: string, number: string) => {
      const created = await create(channel, number);
      if (created.status === 201) await user.remove(created.body.data.id);
      return created;
    };
    const own = randomNumber();
    const { body } = await create('fax', own);
    await user.verify(body.data.id, { challenge: await user.lastCode(own) });
    // As on another day; tokens end within the hour.
    await store.db.delete(attemptCounters);
    const numbers = Array.from({ length: 10 }, randomNumber);
    const statuses = [];
    for (const number of numbers) statuses.push((await createAndRemove('sms', number)).status);
    expect(statuses).toEqual(Array(10).fill(201));

    const stranger = randomNumber();
    const rejected = await createAndRemove('voice', stranger);
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toBe(String(DAY_SECONDS));
    expect(rejected.body.errors[0].detail).toContain('10 different numbers');
    expect(await user.received(stranger)).toEqual([]);
    // The same numbers still get codes, by another channel as well.
    service.clock.advance(30);
    expect((await createAndRemove('voice', numbers[0] ?? '')).status).toBe(201);
    await createSecondFactors(service.dependencies).sendCode(user.userId, Number(body.data.id));
    expect(await user.received(own)).toHaveLength(2);
  });

  test('are limited per day for one number, however many users request them', async () => {
    const number = randomNumber();
    const attributes = { type: 'out_of_band', channel: 'sms', external_id: number };
    const users = [];
    for (let time = 0; time < 3; time += 1) users.push(await createFactorsUser(service));
    let sent = 0;
    for (let time = 0; time < 51; time += 1) {
      const user = users[time % 3];
      const created = await user?.create(attributes);
      if (created?.status === 201) {
        sent += 1;
        await user?.remove(created.body.data.id);
      }
      service.clock.advance(10);
    }
    expect(sent).toBe(50);
  });
});
