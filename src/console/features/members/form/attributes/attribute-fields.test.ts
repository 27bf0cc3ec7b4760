import { describe, expect, test } from 'vitest';
import { changedAttributes, findAttributeError, toAttributeFields } from './attribute-fields.ts';

const attributes = {
  store: 'Berlin',
  shoe_size: 39.5,
  interests: ['tea', 'chess'],
  sizes: [38, 39],
  mixed: ['a', 1],
  lines: ['a\nb'],
  nested: { a: 1 },
  flag: true,
};

test("toAttributeFields reads each type and leaves out values it can't edit", () => {
  expect(toAttributeFields(attributes)).toEqual({
    fields: [
      { name: 'store', kind: 'text', text: 'Berlin' },
      { name: 'shoe_size', kind: 'number', text: '39.5' },
      { name: 'interests', kind: 'texts', text: 'tea\nchess' },
      { name: 'sizes', kind: 'numbers', text: '38\n39' },
      { name: 'mixed', kind: 'json', text: '["a",1]' },
      { name: 'lines', kind: 'json', text: '["a\\nb"]' },
    ],
    others: ['nested', 'flag'],
  });
});

describe('changedAttributes', () => {
  const { fields } = toAttributeFields(attributes);

  test('is undefined if nothing changed', () => {
    expect(changedAttributes(fields, fields)).toBeUndefined();
  });

  test('has only changed attributes, in their types', () => {
    const edited = fields.map((field) =>
      field.name === 'shoe_size'
        ? { ...field, text: '40' }
        : field.name === 'interests'
          ? { ...field, text: 'tea\n\n running ' }
          : field.name === 'mixed'
            ? { ...field, text: '[1, "b"]' }
            : field,
    );
    const added = [
      ...edited,
      { name: ' club ', kind: 'text' as const, text: 'north' },
      { name: '', kind: 'text' as const, text: '' },
    ];
    expect(JSON.parse(changedAttributes(added, fields) ?? '')).toEqual({
      shoe_size: 40,
      interests: ['tea', 'running'],
      mixed: [1, 'b'],
      club: 'north',
    });
  });
});

test('findAttributeError names the wrong part', () => {
  const field = { name: 'size', kind: 'number', text: '39' } as const;
  expect(findAttributeError(field, [])).toBeUndefined();
  expect(findAttributeError({ ...field, name: ' ' }, [])?.part).toBe('name');
  expect(findAttributeError(field, [{ ...field, text: '40' }])?.part).toBe('name');
  expect(findAttributeError({ ...field, name: '__proto__' }, [])?.part).toBe('name');
  expect(findAttributeError({ ...field, text: 'big' }, [])?.part).toBe('text');
  expect(findAttributeError({ ...field, kind: 'numbers', text: '1\ntwo' }, [])?.part).toBe('text');
  expect(findAttributeError({ ...field, kind: 'json', text: '["a", 1]' }, [])).toBeUndefined();
  expect(findAttributeError({ ...field, kind: 'json', text: '[{}]' }, [])?.part).toBe('text');
  expect(findAttributeError({ ...field, kind: 'json', text: '{"a": 1}' }, [])?.part).toBe('text');
  expect(findAttributeError({ ...field, kind: 'json', text: '[' }, [])?.part).toBe('text');
});

test.each([
  ['number', ' 12345678901234567890 '],
  ['numbers', '1\n-9007199254740993'],
  ['json', '["a", 12345678901234567890]'],
] as const)('findAttributeError rejects a %s that would be rounded: %s', (kind, text) => {
  expect(findAttributeError({ name: 'erp', kind, text }, [])).toEqual({
    part: 'text',
    message: 'Has too many digits for a number. Enter it as text',
  });
  expect(findAttributeError({ name: 'erp', kind: 'text', text }, [])).toBeUndefined();
});
