import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createFactorsUser,
  EMAIL,
  type FactorsUser,
  OTP,
  oneTimePassword,
  randomNumber,
  sms,
  wrongCode,
} from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('verification of authentication factors', (store) => {
  let service: TestAdvocacy;
  let user: FactorsUser;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    user = await createFactorsUser(service);
  });

  const advance = (seconds: number) => service.clock.advance(seconds);
  const currentCode = (url: string, steps = 0) =>
    oneTimePassword(url, addSeconds(service.clock.now(), steps * 30));

  test('verification activates a factor, makes it the default and notifies the user', async () => {
    const { body } = await user.create(OTP);
    const code = currentCode(body.data.attributes.provisioning_url);
    const grouped = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    const verified = await user.verify(body.data.id, { otp_attempt: grouped });
    expect(verified.status).toBe(200);
    expect(verified.body.data).toMatchObject({
      attributes: { status: 'active', provisioning_url: null },
      meta: { default: true },
    });
    const mail = await user.received(user.email);
    expect(mail).toHaveLength(1);
    expect(mail[0]).toMatchObject({ channel: 'email', subject: expect.stringContaining('added') });
  });

  test('verification of an active factor returns 404', async () => {
    const { body } = await user.create(OTP);
    const url = body.data.attributes.provisioning_url;
    await user.verify(body.data.id, { otp_attempt: currentCode(url) });
    advance(30);
    const again = await user.verify(body.data.id, { otp_attempt: currentCode(url) });
    expect(again.status).toBe(404);
  });

  test('a one-time password may be off by one time step, not two', async () => {
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [1, 200],
    ] as const) {
      user = await createFactorsUser(service);
      const { body } = await user.create(OTP);
      const otp_attempt = currentCode(body.data.attributes.provisioning_url, steps);
      expect((await user.verify(body.data.id, { otp_attempt })).status).toBe(status);
    }
  });

  test('a wrong or missing code returns 422 at its attribute', async () => {
    const { body } = await user.create(OTP);
    const pointers = async (attributes: object) => {
      const response = await user.verify(body.data.id, attributes);
      expect(response.status).toBe(422);
      return response.body.errors.map(({ source }) => source?.pointer);
    };
    const right = currentCode(body.data.attributes.provisioning_url);
    const otpAttempt = '/data/attributes/otp_attempt';
    const challenge = '/data/attributes/challenge';
    expect(await pointers({ otp_attempt: wrongCode(right) })).toEqual([otpAttempt]);
    for (const otp_attempt of ['abc', 'sixabc', '１２３４５６', 'sechsä', ` ${right}0`]) {
      expect(await pointers({ otp_attempt })).toEqual([otpAttempt]);
    }
    expect(await pointers({})).toEqual([challenge, otpAttempt]);
    expect(await pointers({ challenge: '', otp_attempt: null })).toEqual([challenge, otpAttempt]);
    // A right code in the other attribute is accepted only if the native one is absent.
    expect(await pointers({ otp_attempt: wrongCode(right), challenge: right })).toEqual([
      otpAttempt,
    ]);
    expect((await user.verify(body.data.id, { challenge: right })).status).toBe(200);
  });

  test('sms, voice and fax factors are pending until their code is entered', async () => {
    for (const channel of ['sms', 'voice', 'fax']) {
      const to = randomNumber();
      const { status, body } = await user.create({
        type: 'out_of_band',
        channel,
        external_id: to,
      });
      expect(status).toBe(201);
      expect(body.data.attributes).toMatchObject({ status: 'pending', channel, external_id: to });
      expect((await user.received(to)).map((message) => message.channel)).toEqual([channel]);
      const challenge = await user.lastCode(to);
      const verified = await user.verify(body.data.id, { challenge });
      expect(verified.body.data.attributes.status).toBe('active');
    }
  });

  test('a code is stored hashed, expires after ten minutes, and is void after five wrong attempts', async () => {
    const to = randomNumber();
    const { body } = await user.create(sms(to));
    const { id } = body.data;
    let code = await user.lastCode(to);
    const { rows } = await store.db.execute(
      `select code_hash from authentication_factors where id = ${id}`,
    );
    expect(rows[0]?.code_hash).not.toContain(code);

    for (let attempt = 0; attempt < 5; attempt++) {
      const wrong = await user.verify(id, { challenge: wrongCode(code) });
      expect(wrong.status).toBe(422);
      expect(wrong.body.errors[0].source?.pointer).toBe('/data/attributes/challenge');
    }
    expect((await user.verify(id, { challenge: code })).status).toBe(422);

    advance(30);
    await user.challenge(id);
    code = await user.lastCode(to);
    advance(600);
    expect((await user.verify(id, { challenge: code })).status).toBe(422);
    await user.challenge(id);
    code = await user.lastCode(to);
    advance(599);
    await user.stepUp();
    expect((await user.verify(id, { challenge: code })).status).toBe(200);
  });

  test('a challenge sends a new code, voids the old one and returns the time of the next', async () => {
    const to = randomNumber();
    const { body } = await user.create(sms(to));
    const first = await user.lastCode(to);
    advance(10);
    const early = await user.challenge(body.data.id);
    expect(early.status).toBe(429);
    expect(early.headers.get('retry-after')).toBe('20');
    expect(early.body.errors[0]).toMatchObject({ status: '429' });
    advance(20);
    const due = await user.challenge(body.data.id);
    expect(due.status).toBe(201);
    expect(due.body.data).toMatchObject({
      type: 'authentication_factor_challenge',
      id: expect.any(String),
      attributes: { retry_at: addSeconds(service.clock.now(), 30).toISOString() },
    });
    const second = await user.lastCode(to);
    if (first !== second) {
      expect((await user.verify(body.data.id, { challenge: first })).status).toBe(422);
    }
    expect((await user.verify(body.data.id, { challenge: second })).status).toBe(200);
  });

  test('a challenge never waits for a code that was sent while the clock was ahead', async () => {
    advance(600);
    const { body } = await user.create(sms(randomNumber()));
    advance(-600);
    expect((await user.challenge(body.data.id)).status).toBe(201);
    expect((await user.challenge(body.data.id)).headers.get('retry-after')).toBe('30');
  });

  test('a challenge ignores the factor in its body', async () => {
    const to = randomNumber();
    const { body } = await user.create(sms(to));
    advance(30);
    const caller = `/v2/authentication_factors/${body.data.id}/challenges`;
    const withoutStepUp = await user.call('POST', caller, {
      data: { type: 'authentication_factor_challenge' },
    });
    expect([withoutStepUp.status, withoutStepUp.body.errors[0].code]).toEqual([403, '403']);
    const response = await user.challenge(body.data.id, {
      data: {
        type: 'authentication_factor_challenge',
        attributes: { authentication_factor_id: 999_999 },
      },
    });
    expect(response.status).toBe(201);
  });

  test('a challenge of an active factor, of another type or of another user returns 404', async () => {
    const email = await user.create(EMAIL);
    const otp = await user.create(OTP);
    const stranger = await createFactorsUser(service);
    const pending = await stranger.create(sms(randomNumber()));
    advance(30);
    for (const id of [email.body.data.id, otp.body.data.id, pending.body.data.id, '999999', 'x']) {
      expect((await user.challenge(id)).status).toBe(404);
    }
    expect((await user.verify(pending.body.data.id, { challenge: '123456' })).status).toBe(404);
    expect((await user.remove(pending.body.data.id)).status).toBe(404);
  });
});
