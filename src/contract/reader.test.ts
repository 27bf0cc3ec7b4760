/// <reference types="vite/types/importMeta.d.ts" />
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accountSchema, listAccounts } from './advocacy/accounts.ts';
import { domainSchema } from './advocacy/domains.ts';
import type { Endpoint } from './endpoint.ts';
import { getMember, listMembers, updateMember } from './loyalty/members/members.ts';
import { readResponse } from './read-response.ts';
import { hasNoId, isIncomplete, read } from './reader.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['./advocacy/**/*.ts', './loyalty/**/*.ts', '!./**/*.test.ts'],
  { eager: true },
);

function isPublished(value: unknown): value is Endpoint & { response: z.ZodMiniType } {
  const endpoint = value as Endpoint | undefined;
  return endpoint?.isPublished === true && endpoint.response !== undefined;
}

const endpoints = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isPublished),
);
const schemas = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module)
    .filter(([name, value]) => /Schema$/.test(name) && isItemSchema(value))
    .map(([name, schema]) => ({ name: `${file} ${name}`, schema: schema as ItemSchema })),
);

type ItemSchema = z.ZodMiniObject<{ id: z.ZodMiniString }>;

function isItemSchema(value: unknown): boolean {
  return value instanceof z.ZodMiniObject && value.shape.id instanceof z.ZodMiniString;
}

/** What a service may send for a field: what the contract says, nothing, null or anything else. */
function anyFieldOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: documentOf(schema) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, null, '', {}, []) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

/** The parts of a schema's definition that say what it describes. */
interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  values?: unknown[];
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

/** A document that fulfills the contract. */
function validOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { type, shape, innerType, element, options, values } = definitionOf(schema);
  if (shape) {
    const requiredKeys = Object.keys(shape).filter(
      (name) => definitionOf(shape[name] as z.core.$ZodType).type !== 'optional',
    );
    const fields = Object.entries(shape).map(([name, each]) => [name, validOf(each)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys } as object);
  }
  if (element) return fc.array(validOf(element), { maxLength: 2 });
  if (innerType) {
    return type === 'nullable' ? fc.option(validOf(innerType), { nil: null }) : validOf(innerType);
  }
  if (options) return fc.oneof(...options.map(validOf));
  if (values) return fc.constantFrom(...values);
  if (type === 'number') return fc.integer();
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return fc.string({ minLength: 1 });
  return type === 'record' ? fc.constant({ color: 'red' }) : fc.constant('anything');
}

function documentOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { type, shape, innerType, element, options, values } = definitionOf(schema);
  if (shape) return fc.record(Object.fromEntries(fieldsOf(shape)), { requiredKeys: [] });
  if (element) return fc.array(anyFieldOf(element), { maxLength: 3 });
  if (innerType) return anyFieldOf(innerType);
  if (options) return fc.oneof(...options.map(anyFieldOf));
  if (values) return fc.constantFrom(...values);
  if (type === 'number') return fc.oneof(fc.integer(), fc.double());
  if (type === 'boolean') return fc.boolean();
  return type === 'string' ? fc.string() : fc.jsonValue({ maxDepth: 1 });
}

function fieldsOf(shape: Record<string, z.core.$ZodType>) {
  return Object.entries(shape).map(([name, schema]) => [name, anyFieldOf(schema)] as const);
}

/** An item with its identity and any other fields. */
function itemOf({ def }: ItemSchema): fc.Arbitrary<Record<string, unknown>> {
  const { type } = def.shape as Partial<Record<string, z.ZodMiniType>>;
  const identity = {
    id: fc.string({ minLength: 1 }),
    ...(type instanceof z.ZodMiniLiteral ? { type: fc.constantFrom(...type.def.values) } : {}),
  };
  const others = fieldsOf(def.shape).filter(([name]) => !(name in identity));
  return fc
    .tuple(fc.record(identity), fc.record(Object.fromEntries(others), { requiredKeys: [] }))
    .map(([known, rest]) => JSON.parse(JSON.stringify({ ...rest, ...known })));
}

describe('reader of any document that a service may send', () => {
  test('covers every resource and every operation of the two specifications', () => {
    expect(schemas.length).toBeGreaterThanOrEqual(10);
    expect(endpoints.length).toBeGreaterThanOrEqual(20);
  });

  test.each(schemas)('$name keeps each item with its id', ({ schema }) => {
    fc.assert(
      fc.property(itemOf(schema), (item) => {
        const result = read(schema as z.ZodMiniType, item) as { id: string } | undefined;
        expect(result?.id).toBe(item.id);
      }),
      { numRuns: 60 },
    );
  });

  test.each(endpoints)('$id returns as many items as it was sent', ({ response, ...endpoint }) => {
    const list = listIn(response);
    if (!list) return;
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), (items) => {
        const { body } = readResponse({ ...endpoint, response }, list.wrap(items));
        expect(list.unwrap(body)).toHaveLength(items.length);
      }),
      { numRuns: 60 },
    );
  });

  test.each(endpoints)(
    '$id reads a result that fulfills the contract without changes',
    (endpoint) => {
      fc.assert(
        fc.property(validOf(endpoint.response), (sent) => {
          expect(endpoint.response.safeParse(sent).success).toBe(true);
          expect(readResponse(endpoint, sent).body).toEqual(sent);
        }),
        { numRuns: 20 },
      );
    },
  );
});

/** How to put items into the response of a list, and to get them; undefined for other responses. */
function listIn(response: z.ZodMiniType) {
  const data = shapeOf(response)?.data;
  if (data instanceof z.ZodMiniArray) {
    return {
      wrap: (items: unknown[]) => ({ data: items }),
      unwrap: (body: unknown) => (body as { data: unknown[] }).data,
    };
  }
  const name = ['members', 'activities'].find((each) => shapeOf(data)?.[each]);
  return (
    name && {
      wrap: (items: unknown[]) => ({ data: { [name]: items } }),
      unwrap: (body: unknown) => (body as { data: Record<string, unknown[]> }).data[name],
    }
  );
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  return schema instanceof z.ZodMiniObject ? schema.shape : undefined;
}

describe('reader', () => {
  const account = { id: '7', type: 'account', attributes: { name: 'Northwind' } };

  test('reads absent and null fields as not set, and keeps unknown ones', () => {
    const result = read(accountSchema, {
      ...account,
      attributes: { name: 'Northwind', username: null, capabilities: ['teleport'], color: 'red' },
    });
    expect(result?.attributes).toEqual({
      name: 'Northwind',
      image_url: null,
      site: null,
      likes_count: null,
      capabilities: ['teleport'],
      color: 'red',
    });
    expect(result && isIncomplete(result)).toBe(false);
  });

  test('leaves out what is of another kind, and keeps what was received beside it', () => {
    const received = { ...account, attributes: { name: 7, username: 'northwind' } };
    const result = read(accountSchema, received);
    expect(result?.attributes).toMatchObject({ username: 'northwind' });
    expect(result?.attributes.name).toBeUndefined();
    expect(result?.$raw).toBe(received);
  });

  test('reads tags that are sent as one text as that text', () => {
    const member = { id: '7', member_id: 'M-7' };
    const readTags = (given: unknown) =>
      read(getMember.response, { data: { ...member, member_tags: given } })?.data;
    expect(readTags('batch-1, spring')).toEqual({ ...member, member_tags: ['batch-1, spring'] });
    expect(readTags(['batch-1', 'spring'])?.member_tags).toEqual(['batch-1', 'spring']);
    expect(readTags('')).toEqual({ ...member, member_tags: [] });
    for (const other of [7, { tag: 'spring' }]) {
      expect(readTags(other)).toEqual({ ...member, $raw: { ...member, member_tags: other } });
    }
  });

  test.each([
    ['absent', {}],
    ['empty', { default_experience: {} }],
    ['null', { default_experience: null }],
    ['without data', { default_experience: { data: null } }],
  ])('reads a relationship that is %s as empty', (_, relationships) => {
    const domain = { id: '1', type: 'domain', attributes: {}, relationships };
    const result = read(domainSchema, domain);
    expect(result?.relationships?.default_experience?.data ?? null).toBeNull();
    expect(result && isIncomplete(result)).toBe(false);
  });

  test('keeps an item without identity in its place', () => {
    const body = read(listAccounts.response, { data: [{ attributes: {} }, account, 'nonsense'] });
    expect(body?.data.map(({ id }) => id)).toEqual(['No id (item 1)', '7', 'No id (item 3)']);
    expect(body?.data.map(hasNoId)).toEqual([true, false, true]);
    expect(body?.data[2]?.$raw).toBe('nonsense');
  });

  test('keeps the fields of an item without identity, unless it is of another type', () => {
    const attributes = { name: 'Northwind' };
    const body = read(listAccounts.response, {
      data: [
        { type: 'account', attributes },
        { type: 'board', attributes },
      ],
    });
    expect(body?.data.map((each) => each.attributes.name)).toEqual(['Northwind', undefined]);
  });

  test('reads numbers as ids', () => {
    const result = read(accountSchema, { ...account, id: 7 });
    expect(result?.id).toBe('7');
    expect(result && isIncomplete(result)).toBe(false);
  });

  test('takes either id of a member', () => {
    expect(read(getMember.response, { data: { member_id: 'm-1' } })?.data).toMatchObject({
      id: 'm-1',
      member_id: 'm-1',
    });
  });

  test.each([[undefined], [null], ['<html>'], [[]], [{}], [{ data: null }], [{ message: 'Hi' }]])(
    'does not take %j for a list',
    (body) => {
      expect(read(listAccounts.response, body)).toBeUndefined();
      expect(read(listMembers.response, body)).toBeUndefined();
    },
  );

  test('an absent link differs from one that is null', () => {
    const links = (given: unknown) =>
      read(listAccounts.response, { data: [], links: given })?.links;
    expect(links({ next: null })?.next).toBeNull();
    expect(links({})?.next).toBeUndefined();
    expect(links(undefined)?.next).toBeUndefined();
  });

  test.each([[undefined], ['<html>'], [{}]])(
    'a write with the response %j has succeeded',
    (body) => {
      const { data } = readResponse(updateMember, body).body ?? {};
      expect(data && hasNoId(data as { id: string })).toBe(true);
    },
  );
});
