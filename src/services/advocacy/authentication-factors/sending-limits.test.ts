import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFactorsUser, randomNumber } from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('codes of factors', (store) => {
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

  test('are limited per day for one user, however many numbers they use', async () => {
    const user = await createFactorsUser(service);
    const statuses = new Set<number>();
    const numbers = Array.from({ length: 101 }, randomNumber);
    for (const number of numbers) {
      const created = await user.create({
        type: 'out_of_band',
        channel: 'sms',
        external_id: number,
      });
      statuses.add(created.status);
      if (created.status === 201) await user.remove(created.body.data.id);
    }
    expect([...statuses]).toEqual([201, 429]);
    expect(await user.received(numbers.at(-1) ?? '')).toEqual([]);
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
