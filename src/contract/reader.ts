import type * as z from 'zod/mini';
import type { ReadOf } from './readers/reader-types.ts';
import {
  INVALID,
  type Reader,
  type Reading,
  textReader,
  valueReader,
} from './readers/value-readers.ts';

// What readers accept of others' responses, derived from the schemas that our own services fulfill
// (decisions.md, 55). `read` never throws away an item: only its identity is required.

const readers = new WeakMap<z.ZodMiniType, Reader>();

/**
 * Reads a response by the reader's view of its schema.
 *
 * @returns undefined if it is no such response at all: not an object, or without its list or item
 */
export function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): ReadOf<Schema> | undefined {
  if (value === null || value === undefined) return undefined;
  const result = readerOf(schema).read(value, { isIncomplete: false, isInItem: false });
  return result === INVALID ? undefined : (result as ReadOf<Schema>);
}

/** Whether part of an item could not be read. `$raw` is the item as received. */
export function isIncomplete(item: object): item is { readonly $raw: unknown } {
  return '$raw' in item;
}

const NO_ID = 'No id (item ';

/** Whether an item was sent without an id, so that it can't be requested. */
export function hasNoId({ id }: { readonly id: string }): boolean {
  return id.startsWith(NO_ID);
}

export function readerOf(schema: z.ZodMiniType): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const created = createReader(schema);
  readers.set(schema, created);
  return created;
}

/** The parts of a schema's definition that say what it describes. */
export interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
}

function createReader(schema: z.ZodMiniType): Reader {
  const definition = schema._zod.def as unknown as Definition;
  const { type, shape, innerType, element, valueType, options } = definition;
  if (shape) return objectReader(shape);
  if (element) return arrayReader(readerOf(element));
  if (valueType) return recordReader(readerOf(valueType));
  if (options) return unionReader(options);
  if (innerType) {
    const isNullable = type === 'nullable';
    const mayBeNull = isNullable || innerType._zod.def.type === 'nullable';
    const absent = ({ isInItem }: Reading, given?: unknown) =>
      (isNullable && isInItem) || (mayBeNull && given === null) ? null : undefined;
    return { ...readerOf(innerType), absent, hasItems: false };
  }
  if (type === 'unknown') return valueReader(() => true);
  // Unknown values of a closed set are kept, and so are texts and numbers that our services reject.
  if (type === 'enum') return valueReader((value) => typeof value === 'string');
  if (type === 'literal') return valueReader((value) => schema.safeParse(value).success);
  if (type === 'string') return textReader;
  return valueReader((value) => typeof value === type);
}

function arrayReader(element: Reader): Reader {
  return {
    read(value, reading) {
      // A list of texts, such as of tags, may be sent as one text. What separates them in it isn't known.
      if (element === textReader && reading.isInItem && typeof value === 'string') {
        return value === '' ? [] : [value];
      }
      if (!Array.isArray(value)) return INVALID;
      let copy: unknown[] | undefined;
      for (const [index, each] of value.entries()) {
        const item = readElement(element, each, index, reading);
        if (item === each) copy?.push(each);
        else {
          copy ??= value.slice(0, index);
          if (item !== INVALID) copy.push(item);
        }
      }
      return copy ?? value;
    },
    absent: () => [],
    hasItems: element.placeholder !== undefined,
  };
}

/** An item of a list is never left out. */
function readElement(element: Reader, value: unknown, index: number, reading: Reading): unknown {
  const isNull = value === null || value === undefined;
  const item = isNull ? INVALID : element.read(value, reading);
  if (item !== INVALID) return item;
  if (element.placeholder && !reading.isInItem) return element.placeholder(value, index);
  reading.isIncomplete = true;
  return INVALID;
}

function recordReader(reader: Reader): Reader {
  return {
    read(value, reading) {
      if (!isObject(value)) return INVALID;
      let copy: Record<string, unknown> | undefined;
      for (const [name, each] of Object.entries(value)) {
        const isNull = each === null || each === undefined;
        const result = isNull ? reader.absent(reading, each) : reader.read(each, reading);
        if (result === each) continue;
        copy ??= { ...value };
        if (result === INVALID) reading.isIncomplete = true;
        if (result === INVALID || result === undefined) delete copy[name];
        else copy[name] = result;
      }
      return copy ?? value;
    },
    absent: () => ({}),
    hasItems: false,
  };
}

/** The option that fulfills the contract, or else the first that can be read. */
function unionReader(options: readonly z.ZodMiniType[]): Reader {
  return {
    read(value, reading) {
      const exact = options.find((option) => option.safeParse(value).success);
      for (const option of exact ? [exact] : options) {
        const result = readerOf(option).read(value, reading);
        if (result !== INVALID) return result;
      }
      return INVALID;
    },
    absent: () => undefined,
    hasItems: true,
  };
}

const IDENTITIES = ['id', 'member_id', 'activity_id'];

function objectReader(shape: NonNullable<Definition['shape']>): Reader {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, ...readerOf(schema) }));
  const isItem = typeOf(shape.id) === 'string';
  const identities = isItem ? IDENTITIES.filter((name) => typeOf(shape[name]) === 'string') : [];
  const hasType = isItem && ['literal', 'string'].includes(typeOf(shape.type) ?? '');

  function read(value: unknown, outer: Reading): unknown {
    if (!isObject(value)) return INVALID;
    const reading = isItem ? { isIncomplete: false, isInItem: true } : outer;
    const source = isItem ? withIdentity(value, reading) : value;
    if (source === INVALID) return INVALID;
    let copy = source === value ? undefined : (source as Record<string, unknown>);
    for (const { name, ...field } of fields) {
      const given = value[name];
      const isAbsent = given === null || given === undefined;
      if (identities.includes(name)) continue;
      let result = isAbsent ? field.absent(reading, given) : field.read(given, reading);
      if (result === INVALID || isAbsent) {
        if (field.hasItems && !reading.isInItem) {
          if (isAbsent || !field.placeholder) return INVALID;
          result = field.placeholder(given, 0);
        }
        if (result === INVALID) {
          reading.isIncomplete = true;
          result = field.absent(reading);
        }
      }
      if (result === given) continue;
      copy ??= { ...value };
      if (result === undefined) delete copy[name];
      else copy[name] = result;
    }
    if (isItem && reading.isIncomplete) copy = { ...(copy ?? value), $raw: value };
    return copy ?? value;
  }

  /** The value with all that identifies it: one id is used for the others. */
  function withIdentity(value: Record<string, unknown>, reading: Reading): unknown {
    if (hasType && !shape.type?.safeParse(value.type).success) return INVALID;
    const ids = identities.map((name) => [name, toId(value[name])] as const);
    const known = ids.find(([, id]) => id !== undefined)?.[1];
    if (known === undefined) return INVALID;
    if (ids.every(([name, id]) => id !== undefined && id === value[name])) return value;
    reading.isIncomplete ||= ids.some(([, id]) => id === undefined);
    return { ...value, ...Object.fromEntries(ids.map(([name, id]) => [name, id ?? known])) };
  }

  function placeholder(raw: unknown, index: number): object {
    const given = isObject(raw) ? raw : {};
    const id = identities.map((name) => toId(given[name])).find(Boolean) ?? `${NO_ID}${index + 1})`;
    const { values = [''] } = (shape.type?._zod.def ?? {}) as { values?: readonly unknown[] };
    const type = hasType ? { type: values[0] } : {};
    // What was created may have no id, but a secret that is sent only once.
    const known = !hasType || [undefined, values[0]].includes(given.type) ? given : {};
    const item = read({ ...known, ...type, id }, { isIncomplete: false, isInItem: true });
    return { ...(item as object), $raw: raw, $isUnreadable: true };
  }

  return {
    read,
    absent: ({ isInItem }) => (isItem ? undefined : read({}, { isIncomplete: false, isInItem })),
    hasItems: isItem || fields.some(({ hasItems }) => hasItems),
    ...(isItem ? { placeholder } : {}),
  };
}

function typeOf(schema: z.ZodMiniType | undefined): string | undefined {
  return schema?._zod.def.type;
}

/** Some services send numbers as ids. */
function toId(value: unknown): string | undefined {
  const id = typeof value === 'number' ? String(value) : value;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
