import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFactorsUser,
  oneTimePassword,
  randomNumber,
} from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { deliverDueMessages } from '#services/platform/messages/deliver-messages.ts';
import { createMessageTransports } from '#services/platform/messages/message-transports.ts';
import { startMailServer } from '#services/platform/testing/mail-server.ts';
import { startPhoneService } from '#services/platform/testing/phone-service.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('messages of factors', (store) => {
  let service: TestAdvocacy;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());

  /** Delivers due messages through real transports. */
  async function startDelivery() {
    const mail = await startMailServer();
    const phone = await startPhoneService();
    const transports = createMessageTransports({
      smtpUrl: mail.url,
      phoneUrl: phone.url,
      demo: false,
      publicUrl: 'https://patron.test',
    });
    const { db, clock, encryption } = service.dependencies;
    const deliver = () => deliverDueMessages({ db, clock, encryption, log: silentLog, transports });
    return { mail, phone, deliver };
  }

  test('deliver codes by text message, phone call and fax', async () => {
    const user = await createFactorsUser(service);
    const { phone, deliver } = await startDelivery();
    for (const channel of ['sms', 'voice', 'fax']) {
      const to = randomNumber();
      const created = await user.create({ type: 'out_of_band', channel, external_id: to });
      const code = await user.lastCode(to);
      await deliver();
      const { form } = phone.requests.at(-1) ?? {};
      expect(form?.get('To')).toBe(to);
      const spoken = form?.get('Body') ?? form?.get('Twiml')?.replaceAll(/(\d), /g, '$1');
      const faxed = atob(form?.get('MediaUrl')?.split(',')[1] ?? '');
      expect(spoken ?? faxed).toContain(code);
      const { id } = created.body.data;
      expect((await user.verify(id, { challenge: code })).status).toBe(200);
    }
  });

  test('notify the user by email when a factor is verified or removed', async () => {
    const user = await createFactorsUser(service);
    const { mail, deliver } = await startDelivery();
    const { body } = await user.create({ type: 'one_time_password' });
    const url = body.data.attributes.provisioning_url;
    await user.verify(body.data.id, { otp_attempt: oneTimePassword(url, service.clock.now()) });
    await user.remove(body.data.id);
    await deliver();
    const subjects = mail.received
      .filter(({ to }) => to.includes(user.email))
      .map(({ body: text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
    expect(subjects.sort()).toEqual([
      'A sign-in method was added to your Patron account',
      'A sign-in method was removed from your Patron account',
    ]);
    const removal = mail.received.find(({ body: text }) => text.includes('was removed'));
    expect(removal?.body).toContain('You can no longer sign in');
  });

  test('say that removing a factor which was never verified changes nothing', async () => {
    const user = await createFactorsUser(service);
    const { mail, deliver } = await startDelivery();
    const { body } = await user.create({ type: 'one_time_password' });
    await user.remove(body.data.id);
    await deliver();
    const text = mail.received.find(({ to }) => to.includes(user.email))?.body;
    expect(text).toContain('You canceled setting up codes from your authenticator app.');
    expect(text).not.toContain('You can no longer sign in');
  });

  test('are delivered later if the mail server is down', async () => {
    const user = await createFactorsUser(service);
    const { mail, deliver } = await startDelivery();
    const { body } = await user.create({ type: 'recovery_code' });
    mail.setDown(true);
    expect((await user.remove(body.data.id)).status).toBe(204);
    await deliver();
    expect(mail.received).toEqual([]);
    mail.setDown(false);
    await deliver();
    expect(mail.received, 'before the retry is due').toEqual([]);
    service.clock.advance(5);
    await deliver();
    expect(mail.received.map(({ to }) => to)).toEqual([[user.email]]);
  });

  test('are not sent for a rejected change', async () => {
    const user = await createFactorsUser(service);
    const { mail, phone, deliver } = await startDelivery();
    const to = randomNumber();
    const sms = { type: 'out_of_band', channel: 'sms', external_id: to };
    await user.create(sms);
    await deliver();
    const before = phone.requests.length;
    expect((await user.create(sms)).status).toBe(422);
    expect((await user.remove('999999')).status).toBe(404);
    await deliver();
    expect(phone.requests).toHaveLength(before);
    expect(mail.received).toEqual([]);
  });
});
