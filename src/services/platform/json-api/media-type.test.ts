import { describe, expect, test } from 'vitest';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { setUpNotesApi, VALID_NOTE } from '#services/platform/testing/notes-api.ts';

const { send } = setUpNotesApi();

describe('media types (decisions.md, 5)', () => {
  test.each([
    JSON_API_MEDIA_TYPE,
    `${JSON_API_MEDIA_TYPE}; profile="https://example.com/a"`,
    'application/json',
    'application/json; charset=utf-8',
    'application/json; profile="https://example.com/a"; charset="UTF-8"',
    `${JSON_API_MEDIA_TYPE};`,
  ])('a body may be %s', async (type) => {
    expect((await send({ headers: { 'content-type': type }, body: VALID_NOTE })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    `${JSON_API_MEDIA_TYPE}; charset=utf-8`,
    `${JSON_API_MEDIA_TYPE}; ext="https://example.com/a"`,
    `${JSON_API_MEDIA_TYPE}; charset`,
    'application/json; charset=latin1',
    'application/json; charset',
    'application/json; ext="https://example.com/a"',
    'application/json; version=1',
  ])('a body of %s is rejected with 415', async (type) => {
    const response = await send({ headers: { 'content-type': type }, body: VALID_NOTE });
    expect(response.status).toBe(415);
    expect(response.headers.get('content-type')).toBe(JSON_API_MEDIA_TYPE);
  });

  test.each([
    '*/*',
    'text/html',
    JSON_API_MEDIA_TYPE,
    `${JSON_API_MEDIA_TYPE}; charset=utf-8, ${JSON_API_MEDIA_TYPE};q=0.5`,
  ])('Accept: %s is allowed', async (accept) => {
    expect((await send({ headers: { accept }, body: VALID_NOTE })).status).toBe(201);
  });

  test('Accept with only parameterized JSON:API is 406', async () => {
    for (const parameter of ['charset=utf-8', 'ext="https://example.com/a"', 'charset']) {
      const accept = `${JSON_API_MEDIA_TYPE}; ${parameter}, text/html`;
      expect((await send({ headers: { accept }, body: VALID_NOTE })).status).toBe(406);
    }
  });
});
