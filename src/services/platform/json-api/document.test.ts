import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorObjectSchema, updateDocument } from '#contract/json-api.ts';
import { isStorable } from '#contract/text.ts';
import { fuzzDocument, inputSchemaOf } from '#services/platform/testing/fuzz/fuzz-document.ts';
import { checkDocument, parseBody, parseJson } from './document.ts';
import { JsonApiError } from './errors.ts';

const schema = updateDocument('note', z.object({ text: z.string(), pages: z.optional(z.int()) }));
const expected = { method: 'PATCH', type: 'note', id: '1' };

/** The document or the error response; other errors fail the test. */
function parse(body: unknown) {
  try {
    checkDocument(body, expected);
    return parseBody(schema, body);
  } catch (error) {
    if (error instanceof JsonApiError) return error;
    throw error;
  }
}

function readAsJson(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** The value at a JSON Pointer; undefined if there is none. */
function at(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => {
      const isContainer = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
      return isContainer ? (value as Record<string, unknown>)[key] : undefined;
    }, body);
}

describe('the document parser', () => {
  test('parses bytes as JSON in UTF-8, or rejects them with 400', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.json({ stringUnit: 'binary' }).map((json) => new TextEncoder().encode(json)),
    );
    return fc.assert(
      fc.property(bytes, (sent) => {
        const valid = readAsJson(sent);
        if (valid === undefined) expect(() => parseJson(sent)).toThrow(JsonApiError);
        else expect(parseJson(sent)).toEqual(valid.value);
      }),
    );
  });

  test('accepts a valid document with unknown members, and drops those', () => {
    const storable = fc.string({ unit: 'grapheme' }).filter(isStorable);
    const unknownMembers = fc.dictionary(
      storable.filter((key) => !['text', 'pages'].includes(key)),
      fc.oneof(storable, fc.integer(), fc.constant({ type: 'memo' })),
    );
    const body = fc.record({
      attributes: unknownMembers,
      text: storable,
      pages: fc.maxSafeInteger(),
    });
    return fc.assert(
      fc.property(body, ({ attributes, text, pages }) => {
        const known = { text, pages };
        const data = { type: 'note', id: '1', attributes: { ...attributes, ...known } };
        expect(parse({ data, meta: attributes })).toEqual({
          data: { type: 'note', id: '1', attributes: known },
        });
      }),
    );
  });

  test('rejects invalid documents with errors that point into the document and repeat the status', () => {
    const document = fuzzDocument(inputSchemaOf(schema), { id: ['1'] });
    return fc.assert(
      fc.property(document, (json) => {
        const sent: unknown = JSON.parse(json);
        const outcome = parse(sent);
        if (!(outcome instanceof JsonApiError)) {
          expect(outcome.data).toMatchObject({ type: 'note', id: '1' });
          return;
        }
        expect([409, 422]).toContain(outcome.status);
        for (const error of outcome.errors) {
          expect(errorObjectSchema.safeParse(error).success).toBe(true);
          expect(error.status).toBe(String(outcome.status));
          const { pointer = '-' } = error.source ?? {};
          // It points at an invalid value, or at a missing member of an existing object.
          const parent = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
          expect(pointer === '/data' || at(sent, parent) instanceof Object).toBe(true);
        }
      }),
    );
  });

  test('points at the first text that cannot be stored, at any depth and under any name', () => {
    const key = fc.string({ unit: fc.constantFrom('a', '/', '~', '0', '1') });
    const bad = fc.constantFrom('\0', 'a\0', '\ud800', 'x\udc00y');
    return fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), bad, (path, text) => {
        const inner = path.reduceRight<unknown>((value, name) => ({ [name]: value }), text);
        const body = { data: { type: 'note', id: '1', attributes: { text: 'a', inner } } };
        const outcome = parse(body) as JsonApiError;
        expect(outcome.status).toBe(422);
        expect(at(body, outcome.errors[0]?.source?.pointer ?? '-')).toBe(text);
      }),
    );
  });
});
