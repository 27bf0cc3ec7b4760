import { decodeProtectedHeader } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { idTokenReplySchema } from '#contract/advocacy/oauth.ts';
import { rotateKeys } from './platform/secrets/rotate-keys.ts';
import { createTestDatabase, postgresUrl } from './platform/testing/test-database.ts';
import { DEMO_ADMIN, signInAsAdmin } from './testing/demo-admin.ts';
import { type PatronProcess, startPatronProcess } from './testing/patron-process.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

type Headers = { authorization: string };

async function confirmPassword({ url }: PatronProcess, headers: Headers): Promise<string> {
  const body = new URLSearchParams({ password: DEMO_ADMIN.password });
  const answer = await fetch(`${url}/api/advocacy/oauth/id_token`, {
    method: 'POST',
    headers,
    body,
  });
  return idTokenReplySchema.parse(await answer.json()).id_token;
}

/** What is answered where there is nothing to delete: 404, or 403 to an id_token that is none. */
async function statusOfDelete({ url }: PatronProcess, headers: Headers, idToken: string) {
  const path = `/api/advocacy/v2/authentication_factors/999999999?id_token=${idToken}`;
  return (await fetch(`${url}${path}`, { method: 'DELETE', headers })).status;
}

describe.skipIf(!postgresUrl)('two processes over one PostgreSQL and one keys.json', () => {
  test('take up new keys while they run, and end nobody’s work', async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const PATRON_DATA_DIR = temporaryDirectory();
    const settings = {
      DATABASE_URL: database.url,
      PATRON_DEMO: '1',
      PATRON_DATA_DIR,
    };
    const one = await startPatronProcess(settings);
    const two = await startPatronProcess({ ...settings, PATRON_PUBLIC_URL: one.url });
    const headers = await signInAsAdmin(one);
    const before = await confirmPassword(one, headers);
    await rotateKeys(PATRON_DATA_DIR, { activeAfterSeconds: 6 });

    const kidOf = (idToken: string) => decodeProtectedHeader(idToken).kid;
    await vi.waitFor(
      async () => {
        for (const [issuer, other] of [
          [one, two],
          [two, one],
        ] as const) {
          const idToken = await confirmPassword(issuer, headers);
          expect(await statusOfDelete(other, headers, idToken)).toBe(404);
          expect(kidOf(idToken)).not.toBe(kidOf(before));
        }
      },
      { timeout: 30_000, interval: 1_000 },
    );
    expect(await statusOfDelete(two, headers, before)).toBe(404);
    expect(await statusOfDelete(two, headers, `${before}x`)).toBe(403);
  }, 90_000);
});
