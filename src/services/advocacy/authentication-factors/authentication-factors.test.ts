import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createFactorsUser,
  oneTimePassword,
  randomNumber,
  wrongCode,
} from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

type Person = Awaited<ReturnType<typeof createFactorsUser>>;

const OTP = { type: 'one_time_password' };
const EMAIL = { type: 'out_of_band', channel: 'email' };
const RECOVERY = { type: 'recovery_code' };
const sms = (externalId: string) => ({
  type: 'out_of_band',
  channel: 'sms',
  external_id: externalId,
});

describeStorages('authentication factors', (store) => {
  let service: TestAdvocacy;
  let person: Person;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    person = await createFactorsUser(service);
  });

  const advance = (seconds: number) => service.clock.advance(seconds);
  const currentCode = (url: string, steps = 0) =>
    oneTimePassword(url, addSeconds(service.clock.now(), steps * 30));
  const defaults = async () =>
    (await person.list()).body.data
      .filter((factor) => factor.meta.default)
      .map((factor) => factor.id);

  test('a one-time password is pending, with an otpauth address that is shown only once', async () => {
    const { status, body } = await person.create(OTP);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: 'authentication_factor',
      attributes: { status: 'pending', ...OTP, channel: null, external_id: null },
      meta: { default: false },
    });
    expect(body.data.attributes.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const url = new URL(body.data.attributes.provisioning_url);
    expect(url.protocol).toBe('otpauth:');
    expect(url.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
    const list = await person.list();
    expect(list.body.data[0]?.attributes.provisioning_url).toBeNull();
  });

  test('the seed is encrypted in the database', async () => {
    const { body } = await person.create(OTP);
    const secret = new URL(body.data.attributes.provisioning_url).searchParams.get('secret');
    const { rows } = await store.db.execute(
      `select totp_seed from authentication_factors where id = ${body.data.id}`,
    );
    expect(rows[0]?.totp_seed).toBeTruthy();
    expect(rows[0]?.totp_seed).not.toContain(secret);
  });

  test('verifying activates it, makes it the default and tells the person', async () => {
    const { body } = await person.create(OTP);
    const code = currentCode(body.data.attributes.provisioning_url);
    const verified = await person.verify(body.data.id, { otp_attempt: code });
    expect(verified.status).toBe(200);
    expect(verified.body.data).toMatchObject({
      attributes: { status: 'active', provisioning_url: null },
      meta: { default: true },
    });
    const mail = await person.received(person.email);
    expect(mail).toHaveLength(1);
    expect(mail[0]).toMatchObject({ channel: 'email', subject: expect.stringContaining('added') });
  });

  test('an active factor can not be verified: 404', async () => {
    const { body } = await person.create(OTP);
    const url = body.data.attributes.provisioning_url;
    await person.verify(body.data.id, { otp_attempt: currentCode(url) });
    advance(30);
    const again = await person.verify(body.data.id, { otp_attempt: currentCode(url) });
    expect(again.status).toBe(404);
  });

  test('one step of drift either way is taken, two are not', async () => {
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [1, 200],
    ] as const) {
      person = await createFactorsUser(service);
      const { body } = await person.create(OTP);
      const otp_attempt = currentCode(body.data.attributes.provisioning_url, steps);
      expect((await person.verify(body.data.id, { otp_attempt })).status).toBe(status);
    }
  });

  test('a wrong or a missing code is 422 at its pointer', async () => {
    const { body } = await person.create(OTP);
    const pointers = async (attributes: object) => {
      const answer = await person.verify(body.data.id, attributes);
      expect(answer.status).toBe(422);
      return answer.body.errors.map(({ source }) => source?.pointer);
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
    // A right code in the other attribute is taken only where the native one is absent.
    expect(await pointers({ otp_attempt: wrongCode(right), challenge: right })).toEqual([
      otpAttempt,
    ]);
    expect((await person.verify(body.data.id, { challenge: right })).status).toBe(200);
  });

  test('sms, voice and fax are pending and a code is sent at once; the code activates', async () => {
    for (const channel of ['sms', 'voice', 'fax']) {
      const to = randomNumber();
      const { status, body } = await person.create({
        type: 'out_of_band',
        channel,
        external_id: to,
      });
      expect(status).toBe(201);
      expect(body.data.attributes).toMatchObject({ status: 'pending', channel, external_id: to });
      expect((await person.received(to)).map((message) => message.channel)).toEqual([channel]);
      const challenge = await person.lastCode(to);
      const verified = await person.verify(body.data.id, { challenge });
      expect(verified.body.data.attributes.status).toBe('active');
    }
  });

  test('a code is stored only hashed, holds ten minutes, and five wrong tries void it', async () => {
    const to = randomNumber();
    const { body } = await person.create(sms(to));
    const { id } = body.data;
    let code = await person.lastCode(to);
    const { rows } = await store.db.execute(
      `select code_hash from authentication_factors where id = ${id}`,
    );
    expect(rows[0]?.code_hash).not.toContain(code);

    for (let tries = 0; tries < 5; tries++) {
      const wrong = await person.verify(id, { challenge: wrongCode(code) });
      expect(wrong.status).toBe(422);
      expect(wrong.body.errors[0].source?.pointer).toBe('/data/attributes/challenge');
    }
    expect((await person.verify(id, { challenge: code })).status).toBe(422);

    advance(30);
    await person.challenge(id);
    code = await person.lastCode(to);
    advance(600);
    expect((await person.verify(id, { challenge: code })).status).toBe(422);
    await person.challenge(id);
    code = await person.lastCode(to);
    advance(599);
    await person.stepUp();
    expect((await person.verify(id, { challenge: code })).status).toBe(200);
  });

  test('a challenge sends a new code, which voids the old, and tells when the next is due', async () => {
    const to = randomNumber();
    const { body } = await person.create(sms(to));
    const first = await person.lastCode(to);
    advance(10);
    const early = await person.challenge(body.data.id);
    expect(early.status).toBe(429);
    expect(early.headers.get('retry-after')).toBe('20');
    expect(early.body.errors[0]).toMatchObject({ status: '429' });
    advance(20);
    const due = await person.challenge(body.data.id);
    expect(due.status).toBe(201);
    expect(due.body.data).toMatchObject({
      type: 'authentication_factor_challenge',
      id: expect.any(String),
      attributes: { retry_at: addSeconds(service.clock.now(), 30).toISOString() },
    });
    const second = await person.lastCode(to);
    if (first !== second) {
      expect((await person.verify(body.data.id, { challenge: first })).status).toBe(422);
    }
    expect((await person.verify(body.data.id, { challenge: second })).status).toBe(200);
  });

  test('a challenge takes a body, whose factor does not count', async () => {
    const to = randomNumber();
    const { body } = await person.create(sms(to));
    advance(30);
    const caller = `/v2/authentication_factors/${body.data.id}/challenges`;
    const withoutStepUp = await person.call('POST', caller, {
      data: { type: 'authentication_factor_challenge' },
    });
    expect([withoutStepUp.status, withoutStepUp.body.errors[0].code]).toEqual([403, '403']);
    const answer = await person.challenge(body.data.id, {
      data: {
        type: 'authentication_factor_challenge',
        attributes: { authentication_factor_id: 999_999 },
      },
    });
    expect(answer.status).toBe(201);
  });

  test('a challenge of an active factor, of another type or of another person is 404', async () => {
    const email = await person.create(EMAIL);
    const otp = await person.create(OTP);
    const stranger = await createFactorsUser(service);
    const pending = await stranger.create(sms(randomNumber()));
    advance(30);
    for (const id of [email.body.data.id, otp.body.data.id, pending.body.data.id, '999999', 'x']) {
      expect((await person.challenge(id)).status).toBe(404);
    }
    expect((await person.verify(pending.body.data.id, { challenge: '123456' })).status).toBe(404);
    expect((await person.remove(pending.body.data.id)).status).toBe(404);
  });

  test('the e-mail channel is active at once, sends nothing and becomes the default', async () => {
    const { body } = await person.create(EMAIL);
    expect(body.data).toMatchObject({
      attributes: { status: 'active', channel: 'email', external_id: null },
      meta: { default: true },
    });
    expect(await person.received(person.email)).toEqual([]);
  });

  test('recovery codes come once, ten of them, and are never the default', async () => {
    const { body } = await person.create(RECOVERY);
    expect(body.data).toMatchObject({ attributes: { status: 'active' }, meta: { default: false } });
    expect(new Set(body.data.meta.recovery_codes).size).toBe(10);
    const list = await person.list();
    expect(list.body.data[0]?.meta).toEqual({ default: false });
  });

  test('of each type and channel there is at most one', async () => {
    const cases = [
      [OTP, 'type'],
      [RECOVERY, 'type'],
      [EMAIL, 'channel'],
      [sms(randomNumber()), 'channel'],
    ] as const;
    for (const [attributes, name] of cases) {
      expect((await person.create(attributes)).status).toBe(201);
      const second = await person.create(attributes);
      expect(second.status).toBe(422);
      expect(second.body.errors[0].source?.pointer).toBe(`/data/attributes/${name}`);
    }
    expect((await person.list()).body.data).toHaveLength(4);
  });

  test('what goes with a type and channel, and what does not, is 422 at its pointer', async () => {
    const cases: [object, string][] = [
      [{}, 'type'],
      [{ type: 'fingerprint' }, 'type'],
      [{ type: 'out_of_band' }, 'channel'],
      [{ type: 'one_time_password', channel: 'sms' }, 'channel'],
      [{ ...EMAIL, external_id: '+15551234567' }, 'external_id'],
      [{ type: 'out_of_band', channel: 'sms' }, 'external_id'],
      [{ type: 'out_of_band', channel: 'sms', external_id: '5551234567' }, 'external_id'],
      [{ type: 'out_of_band', channel: 'fax', external_id: '+0123' }, 'external_id'],
    ];
    for (const [attributes, name] of cases) {
      const { status, body } = await person.create(attributes);
      expect([status, body.errors[0].source?.pointer]).toEqual([422, `/data/attributes/${name}`]);
    }
    expect((await person.list()).body.data).toEqual([]);
  });

  test('deleting tells the person, and the oldest active factor becomes the default', async () => {
    await person.create(RECOVERY);
    const first = await person.create(EMAIL);
    advance(1);
    const pending = await person.create(sms(randomNumber()));
    const otp = await person.create(OTP);
    const otp_attempt = currentCode(otp.body.data.attributes.provisioning_url);
    await person.verify(otp.body.data.id, { otp_attempt });
    expect(await defaults()).toEqual([first.body.data.id]);

    expect((await person.remove(pending.body.data.id)).status).toBe(204);
    expect(await defaults()).toEqual([first.body.data.id]);
    expect((await person.remove(first.body.data.id)).status).toBe(204);
    expect(await defaults()).toEqual([otp.body.data.id]);
    expect((await person.remove(otp.body.data.id)).status).toBe(204);
    expect(await defaults()).toEqual([]);
    expect((await person.remove(otp.body.data.id)).status).toBe(404);
    const subjects = (await person.received(person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.includes('removed'))).toHaveLength(3);
  });

  test('the list takes no page and no other parameter, and shows only own factors', async () => {
    const stranger = await createFactorsUser(service);
    await stranger.create(EMAIL);
    const self = `${service.baseUrl}/v2/authentication_factors`;
    const list = await person.call('GET', '/v2/authentication_factors?id_token=secret');
    expect(list.body).toMatchObject({
      data: [],
      links: { self, first: self, next: null, prev: null },
    });
    for (const query of ['page[number]=1', 'sort=id']) {
      const answer = await person.call('GET', `/v2/authentication_factors?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].source?.parameter).toBe(query.split('=')[0]);
    }
  });

  test('scopes are asked for, and an id_token for every write', async () => {
    const reader = await createFactorsUser(service, ['authentication_factors:read']);
    expect((await reader.list()).status).toBe(200);
    const refused = await reader.create(OTP);
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, '4030000']);
    const writer = await createFactorsUser(service, ['authentication_factors:write']);
    expect((await writer.list()).status).toBe(403);
    advance(901);
    const expired = await person.create(OTP);
    expect([expired.status, expired.body.errors[0].code]).toEqual([403, '403']);
  });
});
