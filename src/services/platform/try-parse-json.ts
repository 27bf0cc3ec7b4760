/** Parses JSON in UTF-8; undefined if it isn't any. */
export function tryParseJson(json: string | Uint8Array | undefined): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
}
