/** Parses JSON in UTF-8; undefined if it isn't any. */
export function tryParseJson(
  json: string | Uint8Array | undefined,
  parse: (json: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(typeof json === 'string' ? json : new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
}
