import {
  type CustomAttributes,
  type CustomAttributeValue,
  parseCustomAttributes,
} from '#contract/loyalty/members/custom-attributes.ts';

/** The types that an attribute can be edited as; lists have one entry a line, or are JSON. */
export const ATTRIBUTE_KINDS = ['text', 'number', 'texts', 'numbers', 'json'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

/** What the types are called in the form. */
export const ATTRIBUTE_KIND_LABELS: Readonly<Record<AttributeKind, string>> = {
  text: 'Text',
  number: 'Number',
  texts: 'List of texts',
  numbers: 'List of numbers',
  json: 'List as JSON',
};

/** What is missing from a value that can't be read as its type. */
const VALUE_ERRORS: Readonly<Record<AttributeKind, string>> = {
  text: 'Write a text',
  number: 'Write a number',
  texts: 'Write a text on each line',
  numbers: 'Write a number on each line',
  json: 'Write a list in JSON: ["tea", 3]',
};

/** A custom attribute as a form holds it. */
export interface AttributeField {
  readonly name: string;
  readonly kind: AttributeKind;
  readonly text: string;
}

/** The attributes that can be edited by type, and the names of the others. */
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
  if (value.every((entry) => typeof entry === 'string' && isOneLine(entry))) {
    return { name, kind: 'texts', text };
  }
  const isSendable = parseCustomAttributes(JSON.stringify({ [name]: value })).ok;
  return isSendable ? { name, kind: 'json', text: JSON.stringify(value) } : undefined;
}

/** Whether a text survives being a line among lines. */
function isOneLine(text: string): boolean {
  return text !== '' && text === text.trim() && !text.includes('\n');
}

/** What is wrong with an attribute, by the part of it; undefined where nothing is. */
export function findAttributeError(
  field: AttributeField,
  others: readonly AttributeField[],
): { readonly part: 'name' | 'text'; readonly message: string } | undefined {
  if (isBlank(field)) return undefined;
  const name = field.name.trim();
  if (name === '') return { part: 'name', message: 'Must not be empty' };
  if (others.some((other) => other.name.trim() === name)) {
    return { part: 'name', message: 'Another attribute has this name' };
  }
  const named = parseCustomAttributes(JSON.stringify({ [name]: '' }));
  if (!named.ok) return { part: 'name', message: named.reason };
  const value = attributeValue(field);
  if (value === undefined) return { part: 'text', message: VALUE_ERRORS[field.kind] };
  const parsed = parseCustomAttributes(JSON.stringify({ [name]: value }));
  return parsed.ok ? undefined : { part: 'text', message: parsed.reason };
}

/** The attributes that differ from how they were, as JSON text; undefined where none does. */
export function changedAttributes(
  fields: readonly AttributeField[],
  initial: readonly AttributeField[],
): string | undefined {
  const changed: CustomAttributes = Object.fromEntries(
    fields
      .filter((field) => !isBlank(field))
      .filter(({ name, kind, text }) => {
        const before = initial.find((one) => one.name === name);
        return before?.kind !== kind || before.text !== text;
      })
      .map((field) => [field.name.trim(), attributeValue(field) ?? '']),
  );
  return Object.keys(changed).length === 0 ? undefined : JSON.stringify(changed);
}

/** Whether it was added and nothing was typed yet: as if it were not there. */
function isBlank({ name, text }: AttributeField): boolean {
  return name.trim() === '' && text.trim() === '';
}

/** Undefined where the text can't be read as the type. */
function attributeValue({ kind, text }: AttributeField): CustomAttributeValue | undefined {
  if (kind === 'text') return text;
  if (kind === 'number') return toNumber(text);
  if (kind === 'json') return toList(text);
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (kind === 'texts') return lines;
  const numbers = lines.map(toNumber).filter((number) => number !== undefined);
  return numbers.length === lines.length ? numbers : undefined;
}

function toList(text: string): CustomAttributeValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toNumber(text: string): number | undefined {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}
