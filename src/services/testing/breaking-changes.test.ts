import { expect, test } from 'vitest';
import { type ApiDocument, listBreakingChanges } from './breaking-changes.ts';

/** A document with one operation. */
function documentOf(request: object, response: object, more: object = {}): ApiDocument {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const operation = { requestBody: json(request), responses: { 200: json(response) }, ...more };
  return { paths: { '/notes': { post: operation } }, components: { schemas: {} } } as ApiDocument;
}

const NOTE = {
  type: 'object',
  properties: {
    text: { type: 'string', maxLength: 10 },
    kind: { enum: ['a', 'b'] },
    lines: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } },
  },
  required: ['text'],
};
const before = documentOf(NOTE, NOTE);
const withProperties = (properties: object, more = {}) => ({
  ...NOTE,
  ...more,
  properties: { ...NOTE.properties, ...properties },
});
const withoutText = { ...NOTE, properties: { kind: NOTE.properties.kind }, required: [] };

test.each([
  ['nothing changed', before, []],
  ['the operation is gone', { ...before, paths: {} }, ['POST /notes is gone']],
  [
    'a property is gone',
    documentOf(NOTE, withoutText),
    ['POST /notes response text: is gone', 'POST /notes response lines: is gone'],
  ],
  [
    'a request needs more',
    documentOf({ ...NOTE, required: ['text', 'kind'] }, NOTE),
    ['POST /notes request kind: is now required'],
  ],
  [
    'a response promises less',
    documentOf(NOTE, { ...NOTE, required: [] }),
    ['POST /notes response text: may now be absent'],
  ],
  [
    'a request allows less',
    documentOf(
      withProperties({ text: { type: 'string', maxLength: 9 }, kind: { enum: ['a'] } }),
      NOTE,
    ),
    ['POST /notes request text: maxLength is now 9', 'POST /notes request kind: "b" is gone'],
  ],
  [
    'a response has another type in a list',
    documentOf(
      NOTE,
      withProperties({
        lines: {
          type: 'array',
          items: { type: 'object', properties: { at: { type: ['string', 'null'] } } },
        },
      }),
    ),
    ['POST /notes response lines[].at: may be null'],
  ],
  [
    'a permission is asked for',
    documentOf(NOTE, NOTE, { security: [{ access_token: ['notes:write'] }] }),
    ['POST /notes now needs access_token', 'POST /notes now needs notes:write'],
  ],
  [
    'a parameter is required',
    documentOf(NOTE, NOTE, { parameters: [{ name: 'day', in: 'query', required: true }] }),
    ['POST /notes parameter day: is now required'],
  ],
  [
    'something optional is new',
    documentOf(
      withProperties({ color: { type: 'string' } }),
      withProperties({ color: { type: 'string' } }, { required: ['text', 'color'] }),
    ),
    [],
  ],
])('%s', (_what, after, changes) => {
  expect(listBreakingChanges(before, after)).toEqual(changes);
});
