import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { createCodeHash } from '#services/advocacy/authentication-factors/code-hash.ts';
import type { Clock } from '#services/platform/clock.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';

/** As long as the sign-in page can be used. */
const REQUEST_SECONDS = 30 * 60;

const subjectSchema = z.object({
  purpose: z.enum(['sign_in', 'step_up']),
  /** The id of a sign-in, or the user and access token of a confirmation. */
  boundTo: z.string(),
  /** The invitation whose page the person came from. */
  invitationId: z.optional(z.number()),
});
export type RequestSubject = z.output<typeof subjectSchema>;

const contentSchema = z.extend(subjectSchema, {
  /** In ms since 1970. */
  startedAt: z.number(),
  random: z.string(),
});

/** A person on their way to the provider and back. */
export interface ProviderRequest extends RequestSubject {
  startedAt: number;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * Requests to the provider. The state says what a request is for, in a keyed hash with a secret that only its
 * browser has, and from which nonce and verifier follow. So nothing is stored for those who only follow the
 * link, and the response works in no other browser.
 */
export function createProviderRequests({
  clock,
  keyring,
}: {
  clock: Clock;
  keyring: Pick<Keyring, 'codes'>;
}) {
  const hashSubject = (browserSecret: string) => JSON.stringify(['sso', browserSecret]);

  function toRequest(
    state: string,
    browserSecret: string,
    { random, ...content }: z.output<typeof contentSchema>,
  ): ProviderRequest {
    const derive = (name: string) => digest(JSON.stringify([name, browserSecret, random]));
    return { ...content, state, nonce: derive('nonce'), codeVerifier: derive('verifier') };
  }

  return {
    create(subject: RequestSubject, browserSecret: string): ProviderRequest {
      const random = randomBytes(16).toString('base64url');
      const content = { ...subject, startedAt: clock.now().getTime(), random };
      const text = JSON.stringify(content);
      const mac = createCodeHash(keyring).hash(hashSubject(browserSecret), text);
      const state = `${Buffer.from(text).toString('base64url')}.${mac}`;
      return toRequest(state, browserSecret, content);
    },

    /** @returns undefined if the state is not of this browser, or expired */
    find(state: string, browserSecret: string | undefined): ProviderRequest | undefined {
      if (browserSecret === undefined) return undefined;
      const [encoded = '', mac = ''] = state.split('.');
      const text = Buffer.from(encoded, 'base64url').toString();
      const hashes = createCodeHash(keyring).candidates(hashSubject(browserSecret), text);
      if (!hashes.includes(mac)) return undefined;
      const { data } = contentSchema.safeParse(tryParseJson(text));
      if (!data || data.startedAt + REQUEST_SECONDS * 1000 <= clock.now().getTime())
        return undefined;
      return toRequest(state, browserSecret, data);
    },
  };
}
