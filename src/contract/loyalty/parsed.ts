/** The result of parsing untrusted text: the value, or a sentence on what is wrong. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

export function valid<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

/** @param reason a sentence without a full stop */
export function invalid(reason: string): Parsed<never> {
  return { ok: false, reason };
}

export function parseJsonObject(text: string): Parsed<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid('Must be a JSON object');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid('Must be a JSON object');
  }
  return valid(value as Record<string, unknown>);
}
