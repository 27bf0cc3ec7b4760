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
