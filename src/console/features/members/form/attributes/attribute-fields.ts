import { parseNumber } from '#console/lib/format/parse-number.ts';
import { losesDigits, parseExactJson } from '#contract/exact-json.ts';
import {
  type CustomAttributes,
  type CustomAttributeValue,
  parseCustomAttributes,
} from '#contract/loyalty/members/custom-attributes.ts';

/** The types that an attribute can be edited as. `texts` and `numbers` are lists, one entry per line. */
export const ATTRIBUTE_KINDS = ['text', 'number', 'texts', 'numbers', 'json'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

export const ATTRIBUTE_KIND_LABELS: Readonly<Record<AttributeKind, string>> = {
  text: 'Text',
  number: 'Number',
  texts: 'List of text',
  numbers: 'List of numbers',
  json: 'List as JSON',
};

/** Errors for text that can't be read as its type. */
const VALUE_ERRORS: Readonly<Record<AttributeKind, string>> = {
  text: 'Enter text',
  number: 'Enter a number',
  texts: 'Enter one value per line',
  numbers: 'Enter one number per line',
  json: 'Enter a JSON list, e.g. ["tea", 3]',
};

export interface AttributeField {
  readonly name: string;
  readonly kind: AttributeKind;
  readonly text: string;
}

/** Splits attributes into fields and the names of those that the form can't edit. */
export function toAttributeFields(attributes: Readonly<Record<string, unknown>>): {
  readonly fields: AttributeField[];
  readonly others: string[];
} {
  const fields: AttributeField[] = [];
  const others: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const field = toField(name, value);
    if (field) fields.push(field);
    else others.push(name);
  }
  return { fields, others };
}

function toField(name: string, value: unknown): AttributeField | undefined {
  if (typeof value === 'string') return { name, kind: 'text', text: value };
  if (typeof value === 'number') return { name, kind: 'number', text: String(value) };
  if (!Array.isArray(value)) return undefined;
  const text = value.join('\n');
  if (value.every((entry) => typeof entry === 'number')) return { name, kind: 'numbers', text };
  if (value.every((entry) => typeof entry === 'string' && isSingleLine(entry))) {
    return { name, kind: 'texts', text };
  }
  const isValid = parseCustomAttributes(JSON.stringify({ [name]: value })).ok;
  return isValid ? { name, kind: 'json', text: JSON.stringify(value) } : undefined;
}

/** Whether a list entry stays the same when it is edited as one of several lines. */
function isSingleLine(text: string): boolean {
  return text !== '' && text === text.trim() && !text.includes('\n');
}

/** Checks an attribute; undefined if it is valid, or blank and therefore ignored. */
export function findAttributeError(
  field: AttributeField,
  others: readonly AttributeField[],
): { readonly part: 'name' | 'text'; readonly message: string } | undefined {
  if (isBlank(field)) return undefined;
  const name = field.name.trim();
  if (name === '') return { part: 'name', message: 'Enter a name' };
  if (others.some((other) => other.name.trim() === name)) {
    return { part: 'name', message: 'Another attribute already has this name' };
  }
  const parsedName = parseCustomAttributes(JSON.stringify({ [name]: '' }));
  if (!parsedName.ok) return { part: 'name', message: parsedName.reason };
  const value = attributeValue(field);
  if (value === undefined) return { part: 'text', message: VALUE_ERRORS[field.kind] };
  if (hasTooManyDigits(field)) {
    return { part: 'text', message: 'Has too many digits for a number. Enter it as text' };
  }
  const parsed = parseCustomAttributes(JSON.stringify({ [name]: value }));
  return parsed.ok ? undefined : { part: 'text', message: parsed.reason };
}

/** The added and changed attributes as JSON text; undefined if there are none. */
export function changedAttributes(
  fields: readonly AttributeField[],
  initial: readonly AttributeField[],
): string | undefined {
  const changed: CustomAttributes = Object.fromEntries(
    fields
      .filter((field) => !isBlank(field))
      .filter(({ name, kind, text }) => {
        const before = initial.find((field) => field.name === name);
        return before?.kind !== kind || before.text !== text;
      })
      .map((field) => [field.name.trim(), attributeValue(field) ?? '']),
  );
  return Object.keys(changed).length === 0 ? undefined : JSON.stringify(changed);
}

/** Whether a number would be saved as another one. */
function hasTooManyDigits({ kind, text }: AttributeField): boolean {
  if (kind === 'json') {
    return JSON.stringify(parseExactJson(text)) !== JSON.stringify(JSON.parse(text));
  }
  const isNumber = kind === 'number' || kind === 'numbers';
  return (
    isNumber &&
    text.split('\n').some((line) => losesDigits(line.trim().replace(/[\s,'](?=\d{3})/g, '')))
  );
}

function isBlank({ name, text }: AttributeField): boolean {
  return name.trim() === '' && text.trim() === '';
}

/** The value in its type; undefined if the text can't be read as that type. */
function attributeValue({ kind, text }: AttributeField): CustomAttributeValue | undefined {
  if (kind === 'text') return text;
  if (kind === 'number') return parseNumber(text);
  if (kind === 'json') return parseList(text);
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (kind === 'texts') return lines;
  const numbers = lines.map(parseNumber).filter((number) => number !== undefined);
  return numbers.length === lines.length ? numbers : undefined;
}

function parseList(text: string): CustomAttributeValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
