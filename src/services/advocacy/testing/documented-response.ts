import { expect } from 'vitest';
import * as z from 'zod/mini';
import { oauthErrorSchema } from '#contract/advocacy/oauth.ts';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import type { RawRequest, RawResponse } from '#services/platform/testing/send-raw.ts';

/** advocacy.md, Errors, with no other members. `id` is the request's. */
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

/** Expects a valid response of a JSON:API endpoint: a document, an errors array, or an empty body. */
export function expectJsonApi(response: RawResponse, { method }: Pick<RawRequest, 'method'>): void {
  const { status, headers, body } = response;
  // Preflights, deletions and HEAD requests.
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

/** Expects a valid response of an OAuth endpoint or page: OAuth's JSON, a page, or a redirect. */
export function expectOAuth(response: RawResponse, request: Pick<RawRequest, 'method'>): void {
  const { status, headers, body } = response;
  expect(headers['cache-control']).toBe('no-store');
  if (request.method === 'HEAD') return;
  const type = String(headers['content-type']);
  // Unknown paths and methods are handled by the JSON:API part of the service.
  if (status === 404 || status === 405 || type === JSON_API_MEDIA_TYPE) {
    expectJsonApi(response, request);
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
