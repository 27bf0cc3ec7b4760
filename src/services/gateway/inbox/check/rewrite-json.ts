import { JSON_MAX_DEPTH, measureJson } from '#services/platform/json-depth.ts';

/** Writing the JSON of a larger body again, in every style, would take too long. */
const REWRITTEN_MAX_BYTES = 128 * 1024;
/** Indented, it may be some times as large. */
const INDENTED_MAX_BYTES = 4 * REWRITTEN_MAX_BYTES;
const INDENT_MAX = 4;

/** Whether the body, if it is JSON, is small enough to be written again, however it is written. */
export function isRewritable(body: Uint8Array): boolean {
  if (body.byteLength > REWRITTEN_MAX_BYTES) return false;
  const { depth, indentation } = measureJson(body);
  const indentedSize = body.byteLength + indentation * INDENT_MAX;
  return depth <= JSON_MAX_DEPTH && indentedSize <= INDENTED_MAX_BYTES;
}

/**
 * Writes the JSON of a body again.
 * @returns a function that returns undefined if the body isn't JSON, or isn't rewritable
 */
export function rewriteJson(write: (value: unknown) => string) {
  return (body: Uint8Array): string | undefined => {
    if (!isRewritable(body)) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      return undefined;
    }
    return write(value);
  };
}

/** Like Python's `json.dumps`: a space after commas and colons, and escapes for other letters. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([name, each]) => `${asciiJson(name)}: ${pythonJson(each)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return asciiJson(value);
}

export function asciiJson(value: unknown): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return (JSON.stringify(value) ?? 'null').replace(/[\u0080-\uffff]/g, escaped);
}

export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([left], [right]) => (left < right ? -1 : 1)))
      : each,
  );
}
