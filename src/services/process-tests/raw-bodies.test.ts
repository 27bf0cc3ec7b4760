import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FULL_PROGRAM } from '#services/demo/seed/loyalty/demo-programs.ts';
import { signWebhook } from '#services/gateway/testing/sign-webhook.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { DEMO_LOYALTY_HEADERS } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const compressed = gzipSync('{"request_id":"r","total_count":0,"events":[]}');

test('request bodies are never decompressed, whatever content-encoding they claim', async () => {
  const { url } = await startPatronProcess({ PATRON_DATA_DIR: await demoDirectory() });
  const post = async (path: string, headers: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: compressed,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', ...headers },
    });

  // Signed over the received bytes: authentic, but not JSON.
  const proof = signWebhook(compressed, new Date(), { secret: FULL_PROGRAM.webhookSecret });
  expect((await post('/gateway/teams/1/webhooks/loyalty', proof)).status).toBe(400);
  const response = await post('/api/loyalty/v2/loyalty/members', DEMO_LOYALTY_HEADERS);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error_code: 'INVALID_REQUEST_PARAMETER_VALUES' });
}, 120_000);
