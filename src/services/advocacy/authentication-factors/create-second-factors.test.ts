import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SecondFactors } from '#services/advocacy/oauth/sign-in/second-factors.ts';
import {
  createFactorsUser,
  oneTimePassword,
  randomNumber,
  wrongCode,
} from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('second factors at sign-in', (store) => {
  let service: TestAdvocacy;
  let user: Awaited<ReturnType<typeof createFactorsUser>>;
  let secondFactors: SecondFactors;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    secondFactors = service.dependencies.secondFactors;
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    user = await createFactorsUser(service);
  });

  const verify = (id: string, code: string) => secondFactors.verify(user.userId, Number(id), code);

  async function createActiveOtp() {
    const { body } = await user.create({ type: 'one_time_password' });
    const url = body.data.attributes.provisioning_url;
    const code = () => oneTimePassword(url, service.clock.now());
    await user.verify(body.data.id, { otp_attempt: code() });
    return { id: body.data.id, code };
  }

  test('lists active factors with masked destinations, the default first', async () => {
    expect(await secondFactors.listForSignIn(user.userId)).toEqual([]);
    await user.create({ type: 'recovery_code' });
    await user.create({ type: 'out_of_band', channel: 'sms', external_id: randomNumber() });
    expect(await secondFactors.listForSignIn(user.userId)).toEqual([]);
    const otp = await createActiveOtp();
    service.clock.advance(1);
    const email = await user.create({ type: 'out_of_band', channel: 'email' });
    expect(await secondFactors.listForSignIn(user.userId)).toEqual([
      { id: Number(otp.id), type: 'one_time_password', channel: null, destination: null },
      {
        id: Number(email.body.data.id),
        type: 'out_of_band',
        channel: 'email',
        destination: expect.stringMatching(/^.•••@brand\.test$/),
      },
    ]);
  });

  test('rejects a one-time password of a time step that was accepted', async () => {
    const otp = await createActiveOtp();
    expect(await verify(otp.id, otp.code())).toBeUndefined();
    service.clock.advance(30);
    const code = otp.code();
    expect(await verify(otp.id, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe('code');
    expect(await verify(otp.id, code)).toBeUndefined();
  });

  test('accepts a recovery code once, however it is formatted', async () => {
    const otp = await createActiveOtp();
    const { body } = await user.create({ type: 'recovery_code' });
    const [first = '', second = ''] = body.data.meta.recovery_codes;
    expect(await verify(otp.id, first.toUpperCase().replace('-', ' '))).toBe('recovery_code');
    expect(await verify(otp.id, first)).toBeUndefined();
    expect(await verify(otp.id, second)).toBe('recovery_code');
    const listed = (await user.list()).body.data.find(({ id }) => id === body.data.id);
    expect(listed?.meta).toMatchObject({ recovery_codes_left: 8 });
    const texts = (await user.received(user.email)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('with a recovery code. You have 8'))).toHaveLength(
      1,
    );
    const stranger = await createFactorsUser(service);
    expect(await secondFactors.verify(stranger.userId, Number(otp.id), second)).toBeUndefined();
  });

  test('reports recovery codes until all are used', async () => {
    const otp = await createActiveOtp();
    const has = () => secondFactors.hasRecoveryCodes(user.userId);
    expect(await has()).toBe(false);
    const { body } = await user.create({ type: 'recovery_code' });
    for (const code of body.data.meta.recovery_codes) {
      expect(await has()).toBe(true);
      expect(await verify(otp.id, code)).toBe('recovery_code');
    }
    expect(await has()).toBe(false);
  });

  test('sends email codes at most every 30 seconds, and voids them after five wrong attempts', async () => {
    const { body } = await user.create({ type: 'out_of_band', channel: 'email' });
    const { id } = body.data;
    const send = () => secondFactors.sendCode(user.userId, Number(id));
    const next = addSeconds(service.clock.now(), 30);
    expect(await send()).toEqual(next);
    service.clock.advance(29);
    expect(await send()).toEqual(next);
    expect(await user.received(user.email)).toHaveLength(1);
    service.clock.advance(1);
    await send();
    expect(await user.received(user.email)).toHaveLength(2);

    const code = await user.lastCode(user.email);
    for (let attempt = 0; attempt < 4; attempt++)
      expect(await verify(id, wrongCode(code))).toBeUndefined();
    expect(await verify(id, code)).toBe('email_code');
    service.clock.advance(30);
    await send();
    const last = await user.lastCode(user.email);
    for (let attempt = 0; attempt < 5; attempt++) await verify(id, wrongCode(last));
    expect(await verify(id, last)).toBeUndefined();
  });

  test('sends a code immediately if the last one was used, also for verification', async () => {
    const to = randomNumber();
    const { body } = await user.create({ type: 'out_of_band', channel: 'sms', external_id: to });
    const { id } = body.data;
    await user.verify(id, { challenge: await user.lastCode(to) });
    for (let sent = 2; sent <= 3; sent++) {
      const next = await secondFactors.sendCode(user.userId, Number(id));
      expect(next).toEqual(addSeconds(service.clock.now(), 30));
      expect(await user.received(to)).toHaveLength(sent);
      expect(await verify(id, await user.lastCode(to))).toBe('code');
    }
    // A code voided by wrong attempts doesn't count as used.
    await secondFactors.sendCode(user.userId, Number(id));
    const code = await user.lastCode(to);
    for (let attempt = 0; attempt < 5; attempt++) await verify(id, wrongCode(code));
    await secondFactors.sendCode(user.userId, Number(id));
    expect(await user.received(to)).toHaveLength(4);
  });

  test('ignores pending factors', async () => {
    const to = randomNumber();
    const { body } = await user.create({ type: 'out_of_band', channel: 'sms', external_id: to });
    expect(await verify(body.data.id, await user.lastCode(to))).toBeUndefined();
    await expect(secondFactors.sendCode(user.userId, Number(body.data.id))).rejects.toThrow();
  });
});
