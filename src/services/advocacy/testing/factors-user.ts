import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { TOTP, URI } from 'otpauth';
import { authenticate } from '#services/advocacy/oauth/tokens/bearer.ts';
import { MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { createApiClient } from './api-client.ts';
import { createUser, grantAccessToken } from './sign-in.ts';
import type { TestAdvocacy } from './start-advocacy.ts';

const SCOPES = ['authentication_factors:read', 'authentication_factors:write'];
const PATH = '/v2/authentication_factors';

/** Messages to an address or number, newest first. */
export async function listReceived(
  { dependencies: { db, encryption } }: Pick<TestAdvocacy, 'dependencies'>,
  to: string,
) {
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.to, to))
    .orderBy(desc(messages.id));
  return rows.map((row) => ({
    channel: row.channel,
    subject: row.subject,
    text: encryption.decrypt(row.text ?? '', MESSAGE_TEXT_CONTEXT),
  }));
}

/** A user with a client for their factors over HTTP and access to the messages they receive. */
export async function createFactorsUser(service: TestAdvocacy, scopes = SCOPES) {
  const { db, clock, idTokens } = service.dependencies;
  const { userId, email } = await createUser(db, `${randomUUID()}@brand.test`);
  const token = await grantAccessToken(db, clock, { userId, scopes });
  const call = createApiClient(service.baseUrl, token);
  const caller = await authenticate(db, clock, `Bearer ${token}`);
  if (!caller) throw new Error('The access token is not valid');
  let idToken = await idTokens.issue(caller);

  const at = (path: string) => `${path}?id_token=${idToken}`;
  const received = (to: string) => listReceived(service, to);
  return {
    userId,
    email,
    call,
    /** Messages to the address or number, newest first. */
    received,
    /** The code in the last message. */
    lastCode: async (to: string) => /\d{6}/.exec((await received(to))[0]?.text ?? '')?.[0] ?? '',
    /** Issues a new id_token; they expire after 15 minutes. */
    async stepUp() {
      idToken = await idTokens.issue(caller);
    },
    list: () => call('GET', PATH),
    create: (attributes: object) =>
      call('POST', at(PATH), { data: { type: 'authentication_factor', attributes } }),
    verify: (id: string, attributes: object) =>
      call('PATCH', at(`${PATH}/${id}`), {
        data: { id, type: 'authentication_factor', attributes },
      }),
    remove: (id: string) => call('DELETE', at(`${PATH}/${id}`)),
    setDefault: (id: string) =>
      call('POST', at(`/account/v1/authentication-factors/${id}/default`)),
    challenge: (id: string, body?: object) => call('POST', at(`${PATH}/${id}/challenges`), body),
  };
}

export type FactorsUser = Awaited<ReturnType<typeof createFactorsUser>>;

/** Attributes of new factors. */
export const OTP = { type: 'one_time_password' };
export const EMAIL = { type: 'out_of_band', channel: 'email' };
export const RECOVERY = { type: 'recovery_code' };
export const sms = (externalId: string) => ({
  type: 'out_of_band',
  channel: 'sms',
  external_id: externalId,
});

/** The code that an authenticator app shows for a provisioning URL. */
export function oneTimePassword(provisioningUrl: string, at: Date): string {
  const totp = URI.parse(provisioningUrl);
  if (!(totp instanceof TOTP)) throw new Error('Not a provisioning URL');
  return totp.generate({ timestamp: at.getTime() });
}

/** A phone number that no other test uses. */
export function randomNumber(): string {
  return `+1555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
}

/** A wrong code in the right format. */
export function wrongCode(code: string): string {
  return code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
}
