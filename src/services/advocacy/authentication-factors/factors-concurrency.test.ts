import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createFactorsUser,
  oneTimePassword,
  randomNumber,
} from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PARALLEL_REQUESTS = 8;

/** Sends the same request several times in parallel. @returns the sorted statuses */
async function race(attempt: () => Promise<{ status: number }>): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, attempt));
  return responses.map(({ status }) => status).sort();
}

const oneWinner = (winner: number, loser: number) => [
  winner,
  ...Array.from({ length: PARALLEL_REQUESTS - 1 }, () => loser),
];

describeBothStorages('parallel requests for authentication factors', (store) => {
  let service: TestAdvocacy;
  let user: Awaited<ReturnType<typeof createFactorsUser>>;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    user = await createFactorsUser(service);
  });

  const sms = (to: string) => ({ type: 'out_of_band', channel: 'sms', external_id: to });

  test('create the same factor only once', async () => {
    for (const attributes of [{ type: 'one_time_password' }, sms(randomNumber())]) {
      expect(await race(() => user.create(attributes))).toEqual(oneWinner(201, 422));
    }
  });

  test('send only one code', async () => {
    const to = randomNumber();
    const { body } = await user.create(sms(to));
    service.clock.advance(30);
    expect(await race(() => user.challenge(body.data.id))).toEqual(oneWinner(201, 429));
    expect(await user.received(to)).toHaveLength(2);
  });

  test('use a code only once', async () => {
    const to = randomNumber();
    const created = await user.create(sms(to));
    const challenge = await user.lastCode(to);
    const { id } = created.body.data;
    expect(await race(() => user.verify(id, { challenge }))).toEqual(oneWinner(200, 404));
    expect(await user.received(user.email)).toHaveLength(1);
  });

  test('void a code after five wrong attempts', async () => {
    const to = randomNumber();
    const { body } = await user.create(sms(to));
    await race(() => user.verify(body.data.id, { challenge: 'wrong' }));
    const challenge = await user.lastCode(to);
    expect((await user.verify(body.data.id, { challenge })).status).toBe(422);
  });

  test('result in one default factor', async () => {
    const numbers = { sms: randomNumber(), voice: randomNumber(), fax: randomNumber() };
    const pending = await Promise.all(
      Object.entries(numbers).map(async ([channel, to]) => {
        const { body } = await user.create({ ...sms(to), channel });
        return { id: body.data.id, challenge: await user.lastCode(to) };
      }),
    );
    await Promise.all([
      user.create({ type: 'out_of_band', channel: 'email' }),
      ...pending.map(({ id, challenge }) => user.verify(id, { challenge })),
    ]);
    const factors = (await user.list()).body.data;
    expect(factors.map(({ attributes }) => attributes.status)).toEqual(Array(4).fill('active'));
    expect(factors.filter(({ meta }) => meta.default)).toHaveLength(1);
  });

  test('use a code, a time step and a recovery code only once at sign-in', async () => {
    const { secondFactors } = service.dependencies;
    const otp = await user.create({ type: 'one_time_password' });
    const url = otp.body.data.attributes.provisioning_url;
    const now = () => oneTimePassword(url, service.clock.now());
    await user.verify(otp.body.data.id, { otp_attempt: now() });
    const recovery = await user.create({ type: 'recovery_code' });
    const email = await user.create({ type: 'out_of_band', channel: 'email' });
    const emailId = Number(email.body.data.id);
    service.clock.advance(30);

    const winners = async (factorId: number, code: string) => {
      const verify = () => secondFactors.verify(user.userId, factorId, code);
      const responses = await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, verify));
      return responses.filter(Boolean).length;
    };
    expect(await winners(Number(otp.body.data.id), now())).toBe(1);
    expect(await winners(emailId, recovery.body.data.meta.recovery_codes[0] ?? '')).toBe(1);
    await Promise.all(
      Array.from({ length: PARALLEL_REQUESTS }, () => secondFactors.sendCode(user.userId, emailId)),
    );
    const codes = (await user.received(user.email)).filter(
      ({ subject }) => subject === 'Your Patron code',
    );
    expect(codes).toHaveLength(1);
    expect(await winners(emailId, await user.lastCode(user.email))).toBe(1);
  });
});
