/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { authorizationRequestSchema } from './advocacy/oauth.ts';
import type { Endpoint } from './endpoint.ts';
import { limitedString } from './text.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], {
  eager: true,
});

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'params' in value;
}

/** A schema of a request that takes a string, possibly transforming it. */
interface StringInput {
  path: string;
  schema: z.core.$ZodType;
  /** The schema that checks the string itself. */
  string: z.core.$ZodType;
}

/** The parts of a schema's definition that contain other schemas. */
interface Definition {
  type: string;
  checks?: { _zod: { def: { check: string; maximum?: number; abort?: boolean } } }[];
  format?: string;
  pattern?: RegExp;
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  getter?: () => z.core.$ZodType;
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

/** Schemas whose input is not a string, or one of a few known strings. */
const OTHER_TYPES = ['enum', 'literal', 'number', 'int', 'boolean', 'null', 'undefined', 'unknown'];

function stringInputsOf(
  schema: z.core.$ZodType,
  path: string,
  outer: z.core.$ZodType = schema,
): StringInput[] {
  const definition = definitionOf(schema);
  const { type, shape, options = [], innerType, element, keyType, valueType } = definition;
  if (type === 'string') return [{ path, schema: outer, string: schema }];
  if (type === 'pipe' && definition.in) return stringInputsOf(definition.in, path, outer);
  if (shape) {
    return Object.entries(shape).flatMap(([name, member]) =>
      stringInputsOf(member, `${path}.${name}`),
    );
  }
  const inner = [innerType, element, keyType, valueType, ...options].filter(
    (part) => part !== undefined,
  );
  if (inner.length > 0) return inner.flatMap((part) => stringInputsOf(part, path));
  if (!OTHER_TYPES.includes(type)) throw new Error(`${path} has an unknown type: ${type}`);
  return [];
}

const inputs = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
  .flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((schema) => (schema ? stringInputsOf(schema, id) : [])),
  )
  .concat(stringInputsOf(authorizationRequestSchema, 'authorize'));

/** The limit that comes before every other check and skips them; undefined if there is none. */
function limitOf({ string }: Pick<StringInput, 'string'>): number | undefined {
  const { checks = [], format } = definitionOf(string);
  const first = checks[0]?._zod.def;
  const isLimited = first?.check === 'max_length' && first.abort === true && format === undefined;
  return isLimited ? first.maximum : undefined;
}

/** Repeated, they make patterns with overlapping parts backtrack. */
const PUMPS = ['a', 'A', '1', '.', 'a.', '-', 'a-', ' ', '\t', '/', '@', 'a@', ',', '(', '+', 'é'];
const ENDINGS = ['\n', '!', '\\'];

function pumped(length: number): string[] {
  return PUMPS.flatMap((pump) =>
    ENDINGS.map((ending) => `a${pump.repeat(length / pump.length)}${ending}`),
  );
}

/** Far more than linear work needs on any machine, and far less than quadratic work takes. */
const TOO_SLOW_MS = 2000;
const HUGE = 200_000;

function slowest(run: (text: string) => void, texts: readonly string[]): number {
  let most = 0;
  for (const text of texts) {
    const start = Date.now();
    run(text);
    most = Math.max(most, Date.now() - start);
    if (most > TOO_SLOW_MS) break;
  }
  return most;
}

describe('strings of requests', () => {
  test('are found in every endpoint', () => {
    expect(inputs.length).toBeGreaterThan(100);
  });

  test('are limited in length before any other check', () => {
    const unlimited = inputs.filter((input) => limitOf(input) === undefined);
    expect(unlimited.map(({ path }) => path)).toEqual([]);
  });

  test('are parsed in linear time, whatever their length', () => {
    const huge = pumped(HUGE);
    const schemas = new Map(inputs.map((input) => [input.schema, input]));
    for (const [schema, input] of schemas) {
      const longest = pumped(limitOf(input) ?? 0).map((text) => text.slice(-(limitOf(input) ?? 0)));
      const parse = (text: string) => z.core.safeParse(schema, text);
      expect(slowest(parse, [...huge, ...longest]), input.path).toBeLessThan(TOO_SLOW_MS);
    }
  });

  test('have patterns that take linear time without the limit too', () => {
    const patterns = new Map(
      inputs.flatMap(({ path, string }) =>
        (definitionOf(string).checks ?? []).flatMap(({ _zod: { def } }) => {
          const { pattern } = def as { pattern?: RegExp };
          return pattern ? [[String(pattern), { pattern, path }] as const] : [];
        }),
      ),
    );
    expect(patterns.size).toBeGreaterThan(3);
    const huge = pumped(HUGE);
    for (const { pattern, path } of patterns.values()) {
      expect(
        slowest((text) => pattern.test(text), huge),
        path,
      ).toBeLessThan(TOO_SLOW_MS);
    }
  });
});

describe('names and reasons', () => {
  // A domain has a host name, which the service checks.
  const lines = inputs.filter(
    ({ path }) => /\.(name|\w*reason)$/.test(path) && !path.includes('Domain.'),
  );

  test('are found in every endpoint', () => {
    expect([...new Set(lines.map(({ path }) => path))].sort()).toEqual([
      'adjustMemberPoints.reason',
      'adjustPoints.reason',
      'createApiKey.name',
      'createExportToken.name',
      'createJob.data.change.points.reason',
      'createPasskey.name',
      'createSavedView.name',
      'importMembers.points_reason',
      'updatePasskey.name',
      'updateProfile.name',
      'updateSavedView.name',
    ]);
  });

  test('must not change the order of the text beside them', () => {
    const controls = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    const accepting = lines.flatMap(({ path, schema }) =>
      [...controls]
        .filter((control) => z.core.safeParse(schema, `Everybody${control}evil`).success)
        .map((control) => `${path} ${control.codePointAt(0)?.toString(16)}`),
    );
    expect(accepting).toEqual([]);
  });

  test('may be in a script that is written from right to left', () => {
    const rejecting = lines.filter(
      ({ schema }) => !z.core.safeParse(schema, 'نور\u200f (VIP)\u200e').success,
    );
    expect(rejecting).toEqual([]);
  });
});

describe('limited string', () => {
  test('skips later checks when the string is too long', () => {
    let calls = 0;
    const schema = limitedString(3).check(
      z.refine(() => {
        calls += 1;
        return true;
      }),
    );
    expect(schema.safeParse('abcd').error?.issues).toHaveLength(1);
    expect(calls).toBe(0);
    expect(schema.safeParse('abc').success).toBe(true);
    expect(calls).toBe(1);
  });
});
