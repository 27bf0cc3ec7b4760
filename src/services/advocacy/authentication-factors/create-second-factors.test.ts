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
  let person: Awaited<ReturnType<typeof createFactorsUser>>;
  let secondFactors: SecondFactors;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    secondFactors = service.dependencies.secondFactors;
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    person = await createFactorsUser(service);
  });

  const verify = (id: string, code: string) =>
    secondFactors.verify(person.userId, Number(id), code);

  async function createActiveOtp() {
    const { body } = await person.create({ type: 'one_time_password' });
    const url = body.data.attributes.provisioning_url;
    const code = () => oneTimePassword(url, service.clock.now());
    await person.verify(body.data.id, { otp_attempt: code() });
    return { id: body.data.id, code };
  }

  test('active factors are listed, the default first, destinations masked', async () => {
    expect(await secondFactors.listForSignIn(person.userId)).toEqual([]);
    await person.create({ type: 'recovery_code' });
    await person.create({ type: 'out_of_band', channel: 'sms', external_id: randomNumber() });
    expect(await secondFactors.listForSignIn(person.userId)).toEqual([]);
    const otp = await createActiveOtp();
    service.clock.advance(1);
    const email = await person.create({ type: 'out_of_band', channel: 'email' });
    expect(await secondFactors.listForSignIn(person.userId)).toEqual([
      { id: Number(otp.id), type: 'one_time_password', channel: null, destination: null },
      {
        id: Number(email.body.data.id),
        type: 'out_of_band',
        channel: 'email',
        destination: expect.stringMatching(/^.•••@brand\.test$/),
      },
    ]);
  });

  test('the step of an accepted one-time password is not accepted again', async () => {
    const otp = await createActiveOtp();
    expect(await verify(otp.id, otp.code())).toBe(false);
    service.clock.advance(30);
    const code = otp.code();
    expect(await verify(otp.id, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
    expect(await verify(otp.id, code)).toBe(false);
  });

  test('a recovery code stands in once, however it is typed', async () => {
    const otp = await createActiveOtp();
    const { body } = await person.create({ type: 'recovery_code' });
    const [first = '', second = ''] = body.data.meta.recovery_codes;
    expect(await verify(otp.id, first.toUpperCase().replace('-', ' '))).toBe(true);
    expect(await verify(otp.id, first)).toBe(false);
    expect(await verify(otp.id, second)).toBe(true);
    const stranger = await createFactorsUser(service);
    expect(await secondFactors.verify(stranger.userId, Number(otp.id), second)).toBe(false);
  });

  test('recovery codes count as long as one is left', async () => {
    const otp = await createActiveOtp();
    const has = () => secondFactors.hasRecoveryCodes(person.userId);
    expect(await has()).toBe(false);
    const { body } = await person.create({ type: 'recovery_code' });
    for (const code of body.data.meta.recovery_codes) {
      expect(await has()).toBe(true);
      expect(await verify(otp.id, code)).toBe(true);
    }
    expect(await has()).toBe(false);
  });

  test('e-mail codes are sent at most every 30 seconds, and void after five wrong tries', async () => {
    const { body } = await person.create({ type: 'out_of_band', channel: 'email' });
    const { id } = body.data;
    const send = () => secondFactors.sendCode(person.userId, Number(id));
    const next = addSeconds(service.clock.now(), 30);
    expect(await send()).toEqual(next);
    service.clock.advance(29);
    expect(await send()).toEqual(next);
    expect(await person.received(person.email)).toHaveLength(1);
    service.clock.advance(1);
    await send();
    expect(await person.received(person.email)).toHaveLength(2);

    const code = await person.lastCode(person.email);
    for (let tries = 0; tries < 4; tries++) expect(await verify(id, wrongCode(code))).toBe(false);
    expect(await verify(id, code)).toBe(true);
    service.clock.advance(30);
    await send();
    const last = await person.lastCode(person.email);
    for (let tries = 0; tries < 5; tries++) await verify(id, wrongCode(last));
    expect(await verify(id, last)).toBe(false);
  });

  test('a code is sent at once where the last one was used, be it to verify the factor', async () => {
    const to = randomNumber();
    const { body } = await person.create({ type: 'out_of_band', channel: 'sms', external_id: to });
    const { id } = body.data;
    await person.verify(id, { challenge: await person.lastCode(to) });
    for (let sent = 2; sent <= 3; sent++) {
      const next = await secondFactors.sendCode(person.userId, Number(id));
      expect(next).toEqual(addSeconds(service.clock.now(), 30));
      expect(await person.received(to)).toHaveLength(sent);
      expect(await verify(id, await person.lastCode(to))).toBe(true);
    }
    // A code that guesses have voided is none that was used.
    await secondFactors.sendCode(person.userId, Number(id));
    const code = await person.lastCode(to);
    for (let tries = 0; tries < 5; tries++) await verify(id, wrongCode(code));
    await secondFactors.sendCode(person.userId, Number(id));
    expect(await person.received(to)).toHaveLength(4);
  });

  test('a pending factor proves nothing, and no code is sent to it', async () => {
    const to = randomNumber();
    const { body } = await person.create({ type: 'out_of_band', channel: 'sms', external_id: to });
    expect(await verify(body.data.id, await person.lastCode(to))).toBe(false);
    await expect(secondFactors.sendCode(person.userId, Number(body.data.id))).rejects.toThrow();
  });
});
