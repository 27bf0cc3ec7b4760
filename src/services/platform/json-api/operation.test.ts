import { METHODS } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import {
  createDocument,
  documentOf,
  integerParams,
  noParams,
  strictQuery,
  updateDocument,
} from '#contract/json-api.ts';
import { createServer } from '#services/platform/http/server.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { forbidden, notFound, unauthorized } from './errors.ts';
import { registerJsonApi } from './json-api.ts';
import { registerOperation } from './operation.ts';

const MEDIA_TYPE = 'application/vnd.api+json';
const noteSchema = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.unknown(),
  links: z.unknown(),
});
const attributes = z.object({ text: z.string().check(z.minLength(1)), pages: z.optional(z.int()) });

const createNote = defineEndpoint({
  id: 'createNote',
  method: 'POST',
  path: '/notes',
  summary: 'Create a note',
  tag: 'Notes',
  params: noParams,
  query: strictQuery({ draft: z.optional(z.enum(['yes', 'no'])) }),
  body: createDocument('note', attributes),
  status: 201,
  response: documentOf(noteSchema),
  errors: [],
});
const updateNote = defineEndpoint({
  ...createNote,
  id: 'updateNote',
  method: 'PATCH',
  path: '/notes/:note_id',
  params: integerParams(['note_id']),
  body: updateDocument('note', attributes),
  status: 200,
});

const server = createServer(silentLog);
let url: string;

beforeAll(async () => {
  await server.register(async (app) => {
    const refuseOtherMethods = registerJsonApi(app);
    const note = (id: string, given: unknown) => ({
      data: {
        id,
        type: 'note',
        attributes: given,
        links: { self: `http://localhost/notes/${id}` },
      },
    });
    registerOperation(app, createNote, {
      authorize: async ({ headers }) => {
        if (!headers.authorization) throw unauthorized();
        if (headers.authorization === 'Bearer reader') throw forbidden('Reads only.');
      },
      handle: async ({ body }) => note('1', body.data.attributes),
    });
    registerOperation(app, updateNote, {
      authorize: async ({ params }) => {
        if ((params as { note_id: string }).note_id !== '1') throw notFound();
      },
      handle: async ({ body, params }) => note(params.note_id, body.data.attributes),
    });
    app.get('/broken', async () => {
      throw new Error('password=hunter2');
    });
    refuseOtherMethods();
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

async function send({ method = 'POST', path = '/notes', headers = {}, body }: Sent) {
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer writer', 'content-type': MEDIA_TYPE, ...headers },
    ...(body === undefined ? {} : { body: body as string }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const document = (data: unknown) => JSON.stringify({ data });
const right = document({ type: 'note', attributes: { text: 'Hello' } });

describe('an answer', () => {
  test('has exactly the JSON:API media type, and Location where something was created', async () => {
    const reply = await send({ body: right });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('content-type')).toBe(MEDIA_TYPE);
    expect(reply.headers.get('location')).toBe('http://localhost/notes/1');
    expect(reply.body.data.attributes).toEqual({ text: 'Hello' });
  });

  test('never tells what broke inside', async () => {
    const reply = await send({ method: 'GET', path: '/broken' });
    expect(reply.status).toBe(500);
    expect(JSON.stringify(reply.body)).not.toContain('hunter2');
    expect(reply.body.errors[0]).toMatchObject({
      status: '500',
      id: reply.headers.get('x-request-id'),
    });
  });
});

describe('media types (decisions.md, 5)', () => {
  test.each([
    MEDIA_TYPE,
    `${MEDIA_TYPE}; profile="https://example.com/a"`,
    'application/json',
    'application/json; charset=utf-8',
    'application/json; profile="https://example.com/a"; charset="UTF-8"',
    `${MEDIA_TYPE};`,
  ])('a body may be %s', async (type) => {
    expect((await send({ headers: { 'content-type': type }, body: right })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    `${MEDIA_TYPE}; charset=utf-8`,
    `${MEDIA_TYPE}; ext="https://example.com/a"`,
    `${MEDIA_TYPE}; charset`,
    'application/json; charset=latin1',
    'application/json; charset',
    'application/json; ext="https://example.com/a"',
    'application/json; version=1',
  ])('a body of %s is refused with 415', async (type) => {
    const reply = await send({ headers: { 'content-type': type }, body: right });
    expect(reply.status).toBe(415);
    expect(reply.headers.get('content-type')).toBe(MEDIA_TYPE);
  });

  test.each(['*/*', 'text/html', MEDIA_TYPE, `${MEDIA_TYPE}; charset=utf-8, ${MEDIA_TYPE};q=0.5`])(
    'Accept: %s is answered',
    async (accept) => {
      expect((await send({ headers: { accept }, body: right })).status).toBe(201);
    },
  );

  test('Accept with only parametrised JSON:API is 406', async () => {
    for (const parameter of ['charset=utf-8', 'ext="https://example.com/a"', 'charset']) {
      const accept = `${MEDIA_TYPE}; ${parameter}, text/html`;
      expect((await send({ headers: { accept }, body: right })).status).toBe(406);
    }
  });
});

describe('documents (decisions.md, 6)', () => {
  test.each([
    ['malformed JSON', '{', 400, undefined],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, undefined],
    ['no body', undefined, 422, { pointer: '/data' }],
    ['no data', '{}', 422, { pointer: '/data' }],
    ['a list as data', document([]), 422, { pointer: '/data' }],
    [
      'another type',
      document({ type: 'memo', attributes: { text: 'a' } }),
      409,
      { pointer: '/data/type' },
    ],
    [
      'a wrong attribute',
      document({ type: 'note', attributes: { text: '' } }),
      422,
      { pointer: '/data/attributes/text' },
    ],
    [
      'a missing attribute',
      document({ type: 'note', attributes: {} }),
      422,
      { pointer: '/data/attributes/text' },
    ],
    ['no attributes', document({ type: 'note' }), 422, { pointer: '/data/attributes' }],
    [
      'a NUL',
      document({ type: 'note', attributes: { text: 'a\0' } }),
      422,
      { pointer: '/data/attributes/text' },
    ],
    [
      'a lone surrogate',
      '{"data":{"type":"note","attributes":{"text":"\\ud800"}}}',
      422,
      { pointer: '/data/attributes/text' },
    ],
  ] as const)('%s is refused', async (_name, body, status, source) => {
    const reply = await send(body === undefined ? {} : { body });
    expect(reply.status).toBe(status);
    expect(reply.body.errors[0].source).toEqual(source);
    expect(reply.body.errors[0].status).toBe(String(status));
  });

  test('a client-made id is refused with 403', async () => {
    const reply = await send({
      body: document({ type: 'note', id: '7', attributes: { text: 'a' } }),
    });
    expect(reply.status).toBe(403);
    expect(reply.body.errors[0].code).toBe('4030000');
  });

  test('the id of a PATCH has to be that of the path', async () => {
    const patch = (id: string) =>
      send({
        method: 'PATCH',
        path: '/notes/1',
        body: document({ type: 'note', id, attributes: { text: 'a' } }),
      });
    expect((await patch('2')).status).toBe(409);
    expect((await patch('1')).status).toBe(200);
  });

  test('unknown attributes are ignored, prototype keys too', async () => {
    const body =
      '{"data":{"type":"note","attributes":{"text":"a","x":1,"__proto__":{"text":"b"}}}}';
    expect((await send({ body })).body.data.attributes).toEqual({ text: 'a' });
  });

  test('every wrong attribute has an error of its own', async () => {
    const reply = await send({
      body: document({ type: 'note', attributes: { text: '', pages: 'many' } }),
    });
    expect(reply.body.errors.map((error: { source: unknown }) => error.source)).toEqual([
      { pointer: '/data/attributes/text' },
      { pointer: '/data/attributes/pages' },
    ]);
    // Wrong in two ways: a list, and an empty one.
    const twice = await send({ body: document({ type: 'note', attributes: { text: [] } }) });
    expect(twice.body.errors).toMatchObject([{ source: { pointer: '/data/attributes/text' } }]);
  });
});

describe('query parameters (decisions.md, 3)', () => {
  test.each([
    ['?color=red', 'color'],
    ['?draft=maybe', 'draft'],
    ['?draft=yes&draft=no', 'draft'],
    ['?__proto__=1', '__proto__'],
    ['?draft=%00', 'draft'],
  ])('%s is refused with 400', async (query, parameter) => {
    const reply = await send({ path: `/notes${query}`, body: right });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].source).toEqual({ parameter });
  });
});

describe('the order of refusals (decisions.md, 7)', () => {
  const wrongInEveryWay = { 'content-type': 'text/plain', accept: `${MEDIA_TYPE};a=b` };

  test('401, then 403, before anything else is looked at', async () => {
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

  test('404, then 406, 415, 400, 409, 422', async () => {
    const patch = (path: string, headers: Record<string, string>, body: string) =>
      send({ method: 'PATCH', path, headers, body }).then(({ status }) => status);
    const wrongDocument = document({ type: 'memo', id: '1', attributes: { text: '' } });
    expect(await patch('/notes/2?color=red', wrongInEveryWay, '{')).toBe(404);
    expect(await patch('/notes/1?color=red', wrongInEveryWay, '{')).toBe(406);
    expect(await patch('/notes/1?color=red', { 'content-type': 'text/plain' }, '{')).toBe(415);
    expect(await patch('/notes/1?color=red', {}, wrongDocument)).toBe(400);
    expect(await patch('/notes/1', {}, '{')).toBe(400);
    expect(await patch('/notes/1', {}, wrongDocument)).toBe(409);
    expect(await patch('/notes/1', {}, document({ type: 'note', id: '1', attributes: {} }))).toBe(
      422,
    );
  });

  test('an unknown address is 404, a wrong method 405 with Allow', async () => {
    expect((await send({ path: '/nothing', body: right })).status).toBe(404);
    const reply = await send({ method: 'DELETE', path: '/notes/1' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('PATCH');
    expect(reply.body.errors[0].status).toBe('405');
    expect((await send({ method: 'OPTIONS', path: '/notes/1' })).status).toBe(405);
    // fetch refuses to send some of them, and CONNECT asks for a tunnel.
    for (const method of METHODS.filter((name) => !['CONNECT', 'PATCH'].includes(name))) {
      const { statusCode, headers } = await server.inject({
        method: method as 'TRACE',
        url: '/notes/1',
      });
      expect([method, statusCode, headers.allow]).toEqual([method, 405, 'PATCH']);
    }
  });

  test('a body over the limit is 413', async () => {
    const text = 'x'.repeat(1024 * 1024);
    const reply = await send({ body: document({ type: 'note', attributes: { text } }) });
    expect(reply.status).toBe(413);
  });
});
