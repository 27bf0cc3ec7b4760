interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  maxLength?: number;
  minLength?: number;
  maximum?: number;
  minimum?: number;
  maxItems?: number;
  pattern?: string;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  security?: Record<string, string[]>[];
}

/** An OpenAPI document. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Limits that reject more when they fall, and when they rise. */
const UPPER_LIMITS = ['maxLength', 'maximum', 'maxItems'] as const;
const LOWER_LIMITS = ['minLength', 'minimum'] as const;

/**
 * Lists what a client of the earlier document could no longer rely on: something is gone, requests that were
 * valid are rejected, or responses lack what they had. A new value of a response's enumeration is none, because
 * clients have to expect it.
 */
export function listBreakingChanges(before: ApiDocument, after: ApiDocument): string[] {
  const changes: string[] = [];
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      const found = now
        ? [
            ...compareSecurity(operation, now),
            ...compareParameters(operation, now),
            ...compareBodies(operation, now),
            ...compareResponses(operation, now),
          ]
        : ['is gone'];
      changes.push(...found.map((change) => `${name} ${change}`));
    }
  }
  return changes;

  function compareBodies(one: Operation, other: Operation): string[] {
    if (!one.requestBody && other.requestBody?.required) return ['needs a body'];
    return compareContents('request', one.requestBody, other.requestBody);
  }

  function compareResponses(one: Operation, other: Operation): string[] {
    return Object.entries(one.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, content]) => {
        const now = other.responses[status];
        return now ? compareContents('response', content, now) : [`no longer has status ${status}`];
      });
  }

  function compareContents(side: 'request' | 'response', one?: Content, other?: Content): string[] {
    return Object.entries(one?.content ?? {}).flatMap(([type, { schema }]) => {
      const now = other?.content?.[type];
      if (!now) return [`${side}: ${type} is gone`];
      return compareSchemas(side, '', schema ?? {}, now.schema ?? {}, new Set());
    });
  }

  function compareSchemas(
    side: 'request' | 'response',
    place: string,
    one: Schema,
    other: Schema,
    seen: ReadonlySet<string>,
  ): string[] {
    if (one.$ref !== undefined && seen.has(one.$ref)) return [];
    const inside = one.$ref === undefined ? seen : new Set([...seen, one.$ref]);
    const [was, is] = [resolve(before, one), resolve(after, other)];
    const report = (text: string) => `${side}${place && ` ${place}`}: ${text}`;
    const found: string[] = [];
    const [lost, gained] = [missing(kindsOf(was), kindsOf(is)), missing(kindsOf(is), kindsOf(was))];
    if (side === 'request' && lost.length > 0) found.push(report(`${lost.join(', ')} is gone`));
    if (side === 'response' && gained.length > 0) found.push(report(`may be ${gained.join(', ')}`));
    if (side === 'request') found.push(...compareLimits(was, is).map(report));
    for (const [key, schema] of Object.entries(was.properties ?? {})) {
      const now = is.properties?.[key];
      const path = place === '' ? key : `${place}.${key}`;
      if (!now) {
        if (is.properties) found.push(`${side} ${path}: is gone`);
      } else {
        found.push(...compareSchemas(side, path, schema, now, inside));
      }
    }
    const [needed, need] = [was.required ?? [], is.required ?? []];
    const changed = side === 'request' ? missing(need, needed) : missing(needed, need);
    const verb = side === 'request' ? 'is now required' : 'may now be absent';
    found.push(
      ...changed
        .filter((key) => side === 'request' || is.properties?.[key])
        .map((key) => `${side} ${place === '' ? key : `${place}.${key}`}: ${verb}`),
    );
    if (was.items && is.items) {
      found.push(...compareSchemas(side, `${place}[]`, was.items, is.items, inside));
    }
    return found;
  }
}

function resolve({ components }: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : components.schemas[name];
  const own = target ? { ...target, ...schema } : schema;
  const [only, ...others] = (own.anyOf ?? own.oneOf ?? []).filter(({ type }) => type !== 'null');
  // Something or null, which is in its kinds.
  return only && others.length === 0
    ? { ...own, ...resolve({ components } as ApiDocument, only) }
    : own;
}

/** The types and constants that a schema allows at its first level; none if anything is. */
function kindsOf(schema: Schema): string[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return [...new Set(alternatives.flatMap((each) => (each.$ref ? [] : kindsOf(each))))];
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  return [schema.type ?? []].flat();
}

function compareLimits(one: Schema, other: Schema): string[] {
  const lower = (key: (typeof UPPER_LIMITS)[number]) =>
    other[key] !== undefined && other[key] < (one[key] ?? Number.POSITIVE_INFINITY);
  const higher = (key: (typeof LOWER_LIMITS)[number]) =>
    other[key] !== undefined && other[key] > (one[key] ?? Number.NEGATIVE_INFINITY);
  return [...UPPER_LIMITS.filter(lower), ...LOWER_LIMITS.filter(higher)].map(
    (key) => `${key} is now ${other[key]}`,
  );
}

function compareSecurity(one: Operation, other: Operation): string[] {
  const flatten = ({ security = [] }: Operation) =>
    security.flatMap((each) => Object.entries(each).flatMap(([kind, scopes]) => [kind, ...scopes]));
  return missing(flatten(other), flatten(one)).map((each) => `now needs ${each}`);
}

function compareParameters(one: Operation, other: Operation): string[] {
  const [was, is] = [one.parameters ?? [], other.parameters ?? []];
  const find = (list: typeof was, { name, in: place }: (typeof was)[number]) =>
    list.find((each) => each.name === name && each.in === place);
  return [
    ...was.filter((each) => !find(is, each)).map(({ name }) => `parameter ${name}: is gone`),
    ...is
      .filter((each) => each.required && !find(was, each)?.required)
      .map(({ name }) => `parameter ${name}: is now required`),
    ...was.flatMap((each) =>
      compareLimits(each.schema ?? {}, find(is, each)?.schema ?? {}).map(
        (change) => `parameter ${each.name}: ${change}`,
      ),
    ),
  ];
}

const missing = (from: readonly string[], others: readonly string[]) =>
  from.filter((each) => !others.includes(each));
