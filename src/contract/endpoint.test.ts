/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SCOPES } from './advocacy/scopes.ts';
import type { Endpoint } from './endpoint.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], {
  eager: true,
});

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'params' in value;
}

const exported = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
const endpoints = exported.map(([, endpoint]) => endpoint);

function shapeOf(schema: z.ZodMiniType): string[] {
  if (schema instanceof z.ZodMiniObject) return Object.keys(schema.shape);
  throw new Error('Not an object schema');
}

const LARGEST_BODY = 1024 * 1024;
/** Of a UTF-16 code unit in UTF-8. */
const BYTES_PER_CHARACTER = 3;
const SIZES: Readonly<Record<string, number>> = { boolean: 5, null: 4, integer: 20, number: 24 };

interface BodySchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  items?: BodySchema;
  properties?: Record<string, BodySchema>;
  anyOf?: BodySchema[];
  oneOf?: BodySchema[];
}

/** The bytes of the largest JSON that a schema allows, with unescaped text. */
function largestSize(given: unknown): number {
  const schema = given as BodySchema;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return Math.max(...alternatives.map(largestSize));
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length));
  if (schema.properties) {
    const members = Object.entries(schema.properties);
    return members.reduce((sum, [name, member]) => sum + name.length + 4 + largestSize(member), 2);
  }
  if (schema.type === 'array') {
    return 2 + (schema.maxItems ?? Infinity) * (1 + largestSize(schema.items));
  }
  if (schema.type === 'string') {
    return 2 + (schema.maxLength ?? Infinity) * BYTES_PER_CHARACTER;
  }
  return SIZES[schema.type ?? ''] ?? Infinity;
}

describe('endpoints', () => {
  test('are exported', () => {
    expect(endpoints.length).toBeGreaterThanOrEqual(28);
  });

  test('have unique ids, equal to their export names', () => {
    const ids = endpoints.map((endpoint) => endpoint.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(exported.filter(([name, endpoint]) => name !== endpoint.id)).toEqual([]);
  });

  test.each(endpoints)('$id declares exactly the parameters in its path', ({ path, params }) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(shapeOf(params).sort()).toEqual(inPath.sort());
  });

  test.each(endpoints)('$id requires a scope that exists', ({ scope }) => {
    expect(scope === undefined || SCOPES.some((known) => known === scope)).toBe(true);
  });

  test.each(endpoints.filter(({ body }) => body))(
    '$id accepts its largest valid body, but no body far larger',
    ({ body, bodyMaxBytes = 0 }) => {
      const largest = largestSize(z.toJSONSchema(body as z.ZodMiniType, { io: 'input' }));
      expect(bodyMaxBytes).toBeGreaterThanOrEqual(Math.min(largest, LARGEST_BODY));
      // Documents may have further members, and forms and escapes are longer.
      expect(bodyMaxBytes).toBeLessThanOrEqual(Math.max(4 * largest, 16 * 1024));
    },
  );

  test.each(endpoints)(
    '$id has a response body unless its status is 204',
    ({ status, response }) => {
      expect(response === undefined).toBe(status === 204);
    },
  );

  test.each(endpoints)(
    '$id can be converted to JSON Schema',
    ({ params, query, body, response }) => {
      for (const schema of [params, query, body]) {
        if (schema) expect(() => z.toJSONSchema(schema, { io: 'input' })).not.toThrow();
      }
      if (response) expect(() => z.toJSONSchema(response, { io: 'output' })).not.toThrow();
    },
  );

  test('with step-up accept the id_token', () => {
    const stepUps = endpoints.filter((endpoint) => endpoint.stepUp);
    expect(stepUps.length).toBeGreaterThan(0);
    for (const { query } of stepUps) expect(shapeOf(query)).toContain('id_token');
  });
});
