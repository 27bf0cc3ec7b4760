import { parseExactJson } from '#contract/exact-json.ts';
import { invalid, type Parsed, parseJsonObject, valid } from '#contract/loyalty/parsed.ts';
import { isStorable } from '#contract/text.ts';

export type CustomAttributeValue = string | number | (string | number)[];
export type CustomAttributes = Record<string, CustomAttributeValue>;

/** Limits of the JSON text in a request (decisions.md, 30). The size is in bytes of UTF-8. */
export const CUSTOM_ATTRIBUTES_MAX_BYTES = 64 * 1024;
export const CUSTOM_ATTRIBUTES_MAX_KEYS = 200;
export const CUSTOM_ATTRIBUTES_TOO_LONG = `Must be at most ${CUSTOM_ATTRIBUTES_MAX_BYTES / 1024} KB`;

/** Names that could change an object's prototype. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses `custom_attributes` of a request: a JSON object whose values are strings, numbers or arrays
 * of them.
 */
export function parseCustomAttributes(text: string): Parsed<CustomAttributes> {
  if (exceedsUtf8Bytes(text, CUSTOM_ATTRIBUTES_MAX_BYTES)) {
    return invalid(CUSTOM_ATTRIBUTES_TOO_LONG);
  }
  const object = parseJsonObject(text);
  if (!object.ok) return object;
  const entries = Object.entries(object.value);
  if (entries.length > CUSTOM_ATTRIBUTES_MAX_KEYS) {
    return invalid(`Must have at most ${CUSTOM_ATTRIBUTES_MAX_KEYS} attributes`);
  }
  for (const [name, value] of entries) {
    const reason = nameError(name) ?? valueError(name, value);
    if (reason !== null) return invalid(reason);
  }
  const exact = parseExactJson(text) as typeof object.value;
  for (const [name, value] of entries) {
    if (JSON.stringify(exact[name]) === JSON.stringify(value)) continue;
    return invalid(`${name} has more digits than a number can hold. Send it as text`);
  }
  return valid(object.value as CustomAttributes);
}

function nameError(name: string): string | null {
  if (name === '') return 'An attribute must have a name';
  if (FORBIDDEN_NAMES.has(name)) return `An attribute must not be named ${name}`;
  return isStorable(name) ? null : 'The name of an attribute must be Unicode text without NUL';
}

function valueError(name: string, value: unknown): string | null {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  for (const each of values) {
    if (typeof each === 'string') {
      if (!isStorable(each)) return `${name} must be Unicode text without NUL`;
    } else if (typeof each !== 'number') {
      return `${name} must be a string, a number or an array of them`;
    } else if (!Number.isFinite(each)) {
      return `${name} must be a number that fits in 64 bits`;
    }
  }
  return null;
}

function exceedsUtf8Bytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes > maxBytes;
}
