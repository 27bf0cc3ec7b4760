import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createFactorsUser,
  oneTimePassword,
  randomNumber,
} from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const AT_ONCE = 8;

/** Does the same several times at once. @returns the statuses, sorted. */
async function race(attempt: () => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, attempt));
  return answers.map(({ status }) => status).sort();
}

const oneWinner = (winner: number, loser: number) => [
  winner,
  ...Array.from({ length: AT_ONCE - 1 }, () => loser),
];

describeStorages('authentication factors, at once', (store) => {
  let service: TestAdvocacy;
  let person: Awaited<ReturnType<typeof createFactorsUser>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    person = await createFactorsUser(service);
  });

  const sms = (to: string) => ({ type: 'out_of_band', channel: 'sms', external_id: to });

  test('one of many creations of the same factor succeeds', async () => {
    for (const attributes of [{ type: 'one_time_password' }, sms(randomNumber())]) {
      expect(await race(() => person.create(attributes))).toEqual(oneWinner(201, 422));
    }
  });

  test('one of many challenges sends a code', async () => {
    const to = randomNumber();
    const { body } = await person.create(sms(to));
    service.clock.advance(30);
    expect(await race(() => person.challenge(body.data.id))).toEqual(oneWinner(201, 429));
    expect(await person.received(to)).toHaveLength(2);
  });

  test('one of many uses of a code verifies', async () => {
    const to = randomNumber();
    const created = await person.create(sms(to));
    const challenge = await person.lastCode(to);
    const { id } = created.body.data;
    expect(await race(() => person.verify(id, { challenge }))).toEqual(oneWinner(200, 404));
    expect(await person.received(person.email)).toHaveLength(1);
  });

  test('however many wrong codes come at once, five void the right one', async () => {
    const to = randomNumber();
    const { body } = await person.create(sms(to));
    await race(() => person.verify(body.data.id, { challenge: 'wrong' }));
    const challenge = await person.lastCode(to);
    expect((await person.verify(body.data.id, { challenge })).status).toBe(422);
  });

  test('factors that become active at once end with one default', async () => {
    const numbers = { sms: randomNumber(), voice: randomNumber(), fax: randomNumber() };
    const made = await Promise.all(
      Object.entries(numbers).map(async ([channel, to]) => {
        const { body } = await person.create({ ...sms(to), channel });
        return { id: body.data.id, challenge: await person.lastCode(to) };
      }),
    );
    await Promise.all([
      person.create({ type: 'out_of_band', channel: 'email' }),
      ...made.map(({ id, challenge }) => person.verify(id, { challenge })),
    ]);
    const factors = (await person.list()).body.data;
    expect(factors.map(({ attributes }) => attributes.status)).toEqual(Array(4).fill('active'));
    expect(factors.filter(({ meta }) => meta.default)).toHaveLength(1);
  });

  test('at sign-in a code, a time step and a recovery code are each taken once', async () => {
    const { secondFactors } = service.dependencies;
    const otp = await person.create({ type: 'one_time_password' });
    const url = otp.body.data.attributes.provisioning_url;
    const now = () => oneTimePassword(url, service.clock.now());
    await person.verify(otp.body.data.id, { otp_attempt: now() });
    const recovery = await person.create({ type: 'recovery_code' });
    const email = await person.create({ type: 'out_of_band', channel: 'email' });
    const emailId = Number(email.body.data.id);
    service.clock.advance(30);

    const winners = async (factorId: number, code: string) => {
      const verify = () => secondFactors.verify(person.userId, factorId, code);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, verify));
      return answers.filter(Boolean).length;
    };
    expect(await winners(Number(otp.body.data.id), now())).toBe(1);
    expect(await winners(emailId, recovery.body.data.meta.recovery_codes[0] ?? '')).toBe(1);
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => secondFactors.sendCode(person.userId, emailId)),
    );
    const codes = (await person.received(person.email)).filter(({ subject }) =>
      subject?.includes('code'),
    );
    expect(codes).toHaveLength(1);
    expect(await winners(emailId, await person.lastCode(person.email))).toBe(1);
  });
});
