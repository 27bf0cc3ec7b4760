import { METHODS } from 'node:http';
import { describe, expect, test } from 'vitest';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { setUpNotesApi, toDocument, VALID_NOTE } from '#services/platform/testing/notes-api.ts';

const { server, send } = setUpNotesApi();

describe('a response', () => {
  test('has exactly the JSON:API media type, and a Location if something was created', async () => {
    const response = await send({ body: VALID_NOTE });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe(JSON_API_MEDIA_TYPE);
    expect(response.headers.get('location')).toBe('http://localhost/notes/1');
    expect(response.body.data.attributes).toEqual({ text: 'Hello' });
  });

  test('never reveals an internal error', async () => {
    const response = await send({ method: 'GET', path: '/broken' });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toContain('hunter2');
    expect(response.body.errors[0]).toMatchObject({
      status: '500',
      id: response.headers.get('x-request-id'),
    });
  });
});

describe('query parameters (decisions.md, 3)', () => {
  test.each([
    ['?color=red', 'color'],
    ['?draft=maybe', 'draft'],
    ['?draft=yes&draft=no', 'draft'],
    ['?__proto__=1', '__proto__'],
    ['?draft=%00', 'draft'],
  ])('%s is rejected with 400', async (query, parameter) => {
    const response = await send({ path: `/notes${query}`, body: VALID_NOTE });
    expect(response.status).toBe(400);
    expect(response.body.errors[0].source).toEqual({ parameter });
  });
});

describe('the order of errors (decisions.md, 7)', () => {
  const wrongInEveryWay = { 'content-type': 'text/plain', accept: `${JSON_API_MEDIA_TYPE};a=b` };

  test('is 401, then 403, before anything else is checked', async () => {
    const path = '/notes?color=red';
    const anonymous = await send({
      path,
      headers: { ...wrongInEveryWay, authorization: '' },
      body: '{',
    });
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
    const reader = await send({
      path,
      headers: { ...wrongInEveryWay, authorization: 'Bearer reader' },
      body: '{',
    });
    expect(reader.status).toBe(403);
  });

  test('is 404, then 406, 415, 400, 409, 422', async () => {
    const patch = (path: string, headers: Record<string, string>, body: string) =>
      send({ method: 'PATCH', path, headers, body }).then(({ status }) => status);
    const wrongDocument = toDocument({ type: 'memo', id: '1', attributes: { text: '' } });
    expect(await patch('/notes/2?color=red', wrongInEveryWay, '{')).toBe(404);
    expect(await patch('/notes/1?color=red', wrongInEveryWay, '{')).toBe(406);
    expect(await patch('/notes/1?color=red', { 'content-type': 'text/plain' }, '{')).toBe(415);
    expect(await patch('/notes/1?color=red', {}, wrongDocument)).toBe(400);
    expect(await patch('/notes/1', {}, '{')).toBe(400);
    expect(await patch('/notes/1', {}, wrongDocument)).toBe(409);
    expect(await patch('/notes/1', {}, toDocument({ type: 'note', id: '1', attributes: {} }))).toBe(
      422,
    );
  });

  test('has 404 for an unknown URL and 405 with Allow for an unsupported method', async () => {
    expect((await send({ path: '/nothing', body: VALID_NOTE })).status).toBe(404);
    const response = await send({ method: 'DELETE', path: '/notes/1' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('PATCH');
    expect(response.body.errors[0].status).toBe('405');
    expect((await send({ method: 'OPTIONS', path: '/notes/1' })).status).toBe(405);
    // fetch rejects some of them, and CONNECT asks for a tunnel.
    for (const method of METHODS.filter((name) => !['CONNECT', 'PATCH'].includes(name))) {
      const { statusCode, headers } = await server.inject({
        method: method as 'TRACE',
        url: '/notes/1',
      });
      expect([method, statusCode, headers.allow]).toEqual([method, 405, 'PATCH']);
    }
  });

  test('has 413 for a body over the limit', async () => {
    const text = 'x'.repeat(1024 * 1024);
    const response = await send({ body: toDocument({ type: 'note', attributes: { text } }) });
    expect(response.status).toBe(413);
  });
});
