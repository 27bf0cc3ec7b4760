import { describe, expect, test } from 'vitest';
import { setUpNotesApi, toDocument } from '#services/platform/testing/notes-api.ts';

const { send } = setUpNotesApi();

describe('documents (decisions.md, 6)', () => {
  test.each([
    ['malformed JSON', '{', 400, undefined],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, undefined],
    ['no body', undefined, 422, { pointer: '/data' }],
    ['no data', '{}', 422, { pointer: '/data' }],
    ['a list as data', toDocument([]), 422, { pointer: '/data' }],
    [
      'another type',
      toDocument({ type: 'memo', attributes: { text: 'a' } }),
      409,
      { pointer: '/data/type' },
    ],
    [
      'a wrong attribute',
      toDocument({ type: 'note', attributes: { text: '' } }),
      422,
      { pointer: '/data/attributes/text' },
    ],
    [
      'a missing attribute',
      toDocument({ type: 'note', attributes: {} }),
      422,
      { pointer: '/data/attributes/text' },
    ],
    ['no attributes', toDocument({ type: 'note' }), 422, { pointer: '/data/attributes' }],
    [
      'a NUL',
      toDocument({ type: 'note', attributes: { text: 'a\0' } }),
      422,
      { pointer: '/data/attributes/text' },
    ],
    [
      'a lone surrogate',
      '{"data":{"type":"note","attributes":{"text":"\\ud800"}}}',
      422,
      { pointer: '/data/attributes/text' },
    ],
  ] as const)('%s is rejected', async (_name, body, status, source) => {
    const response = await send(body === undefined ? {} : { body });
    expect(response.status).toBe(status);
    expect(response.body.errors[0].source).toEqual(source);
    expect(response.body.errors[0].status).toBe(String(status));
  });

  test('a client-generated id is rejected with 403', async () => {
    const response = await send({
      body: toDocument({ type: 'note', id: '7', attributes: { text: 'a' } }),
    });
    expect(response.status).toBe(403);
    expect(response.body.errors[0].code).toBe('4030000');
  });

  test('the id of a PATCH must match the path', async () => {
    const patch = (id: string) =>
      send({
        method: 'PATCH',
        path: '/notes/1',
        body: toDocument({ type: 'note', id, attributes: { text: 'a' } }),
      });
    expect((await patch('2')).status).toBe(409);
    expect((await patch('1')).status).toBe(200);
  });

  test('unknown attributes are ignored, including prototype keys', async () => {
    const body =
      '{"data":{"type":"note","attributes":{"text":"a","x":1,"__proto__":{"text":"b"}}}}';
    expect((await send({ body })).body.data.attributes).toEqual({ text: 'a' });
  });

  test('each invalid attribute has its own error', async () => {
    const response = await send({
      body: toDocument({ type: 'note', attributes: { text: '', pages: 'many' } }),
    });
    expect(response.body.errors.map((error: { source: unknown }) => error.source)).toEqual([
      { pointer: '/data/attributes/text' },
      { pointer: '/data/attributes/pages' },
    ]);
    // Wrong in two ways: a list, and an empty one.
    const twice = await send({ body: toDocument({ type: 'note', attributes: { text: [] } }) });
    expect(twice.body.errors).toMatchObject([{ source: { pointer: '/data/attributes/text' } }]);
  });

  test('attributes that are no object are rejected with what they must be', async () => {
    const response = await send({ body: toDocument({ type: 'note', attributes: [] }) });
    expect(response.body.errors).toMatchObject([
      { detail: 'Must be of type object.', source: { pointer: '/data/attributes' } },
    ]);
  });
});
