import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATE_PREVIEW_MAX_BYTES } from '#contract/gateway/template-preview.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { sendRaw } from '#services/platform/testing/send-raw.ts';

const HTML = '<h1 style="color: red">Grüße &amp; more</h1><script>alert(1)</script>';
const FRAME = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' };

let storage: Storage;
let gateway: TestGateway;
beforeAll(async () => {
  storage = await openEmbeddedCopy();
  gateway = await startGateway(storage);
});
afterAll(async () => {
  await gateway?.close();
  await storage?.close();
});

const send = (body: string, headers: Record<string, string> = FRAME, method = 'POST') =>
  sendRaw(gateway.url, {
    method,
    path: '/gateway/template-preview',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
const form = (html: string) => new URLSearchParams({ html }).toString();

describe('template preview', () => {
  test('returns the HTML as a page without scripts, requests and forms', async () => {
    const { status, headers, body } = await send(form(HTML));
    expect([status, body]).toEqual([200, HTML]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      'font-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox',
    ]);
  });

  test.each([
    {},
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
  ])('shows nothing outside of a frame of the console: %j', async (headers) => {
    const { status, body } = await send(form(HTML), headers);
    expect(status).toBe(403);
    expect(body).not.toContain('<h1');
  });

  test('rejects what is no form, too large, or sent in another way', async () => {
    expect((await send('{"html":"x"}')).status).toBe(400);
    expect((await send(form('x'.repeat(TEMPLATE_PREVIEW_MAX_BYTES)))).status).toBe(413);
    expect((await send('', FRAME, 'GET')).status).toBe(405);
  });
});
