import { expect } from 'vitest';
import * as z from 'zod/mini';
import { oauthErrorSchema } from '#contract/advocacy/oauth.ts';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import type { RawRequest, RawResponse } from '#services/platform/testing/send-raw.ts';

/** advocacy.md, Errors, and nothing besides; `id` is the request's, for people to quote. */
const errorDocument = z.strictObject({
  errors: z
    .array(
      z.strictObject({
        id: z.string(),
        code: z.string(),
        title: z.string(),
        status: z.string(),
        detail: z.optional(z.string()),
        source: z.optional(
          z.union([
            z.strictObject({ pointer: z.string().check(z.regex(/^(\/|$)/)) }),
            z.strictObject({ parameter: z.string() }),
          ]),
        ),
      }),
    )
    .check(z.minLength(1)),
});
const oauthError = z.strictObject(oauthErrorSchema.shape);

/** Expects a reply of the JSON:API endpoints: a document, an errors array, or nothing by right. */
export function expectJsonApi(reply: RawResponse, { method }: Pick<RawRequest, 'method'>): void {
  const { status, headers, body } = reply;
  // What a preflight or a deletion answers, or what only asks for the headers.
  if (status === 204 || method === 'HEAD') {
    expect(body).toBe('');
    return;
  }
  expect(headers['content-type']).toBe(JSON_API_MEDIA_TYPE);
  if (status < 400) {
    expect(JSON.parse(body)).toHaveProperty('data');
    return;
  }
  const { errors } = z.parse(errorDocument, JSON.parse(body));
  expect(new Set(errors.map((error) => error.status))).toEqual(new Set([String(status)]));
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer');
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
}

/** Expects a reply of the OAuth endpoints and pages: OAuth's own JSON, a page, or a redirect. */
export function expectOAuth(reply: RawResponse, request: Pick<RawRequest, 'method'>): void {
  const { status, headers, body } = reply;
  expect(headers['cache-control']).toBe('no-store');
  if (request.method === 'HEAD') return;
  const type = String(headers['content-type']);
  // An address that there is none of, or not for the method, is the service's own to refuse.
  if (status === 404 || status === 405 || type === JSON_API_MEDIA_TYPE) {
    expectJsonApi(reply, request);
  } else if (type.startsWith('application/json')) {
    if (status >= 400) z.parse(oauthError, JSON.parse(body));
  } else if (status === 303 || status === 302) {
    expect(headers.location).toMatch(
      /^(http:\/\/(localhost|127\.0\.0\.1):\d+|\/api\/advocacy\/oauth)\//,
    );
  } else if (body !== '' || status >= 400) {
    expect(type).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
}
