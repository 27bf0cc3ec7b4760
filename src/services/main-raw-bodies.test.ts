import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { migratedDirectory } from './testing/data-directories.ts';
import { startPatronProcess } from './testing/patron-process.ts';

const compressed = gzipSync('{"request_id":"r","total_count":0,"events":[]}');
const CONTENT = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

/** Signs as the demo's loyalty program does. */
function signatureOf(body: Uint8Array) {
  const nonce = String(Date.now());
  const hmac = createHmac('sha512', 'patron-demo-webhook-secret').update(body).update(`:${nonce}`);
  return { nonce, 'x-loyalty-signature': hmac.digest('hex') };
}

test('bodies are taken as the bytes that came, whatever coding they claim', async () => {
  const { url } = await startPatronProcess({
    PATRON_DEMO: '1',
    PATRON_DATA_DIR: await migratedDirectory(),
  });
  const post = async (path: string, headers: Record<string, string>) =>
    fetch(`${url}${path}`, { method: 'POST', body: compressed, headers });

  // Signed over what came: authentic, and no JSON.
  const inbox = '/gateway/teams/1/webhooks/loyalty';
  expect((await post(inbox, { ...CONTENT, ...signatureOf(compressed) })).status).toBe(400);
  const program = { 'api-key': 'patron-demo-api-key', 'partner-id': 'patron-demo' };
  const answer = await post('/api/loyalty/v2/loyalty/members', { ...CONTENT, ...program });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error_code: 'INVALID_REQUEST_PARAMETER_VALUES' });
}, 120_000);
