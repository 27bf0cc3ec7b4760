/** How deep the JSON of a request may be nested; no request of the contract needs more than 10 levels. */
export const JSON_MAX_DEPTH = 100;

/** The text may be valid JSON, but working on it could take long. */
export class JsonTooDeepError extends Error {
  constructor() {
    super(`The JSON is nested more than ${JSON_MAX_DEPTH} levels deep.`);
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether lists and objects in JSON are nested deeper than that. Takes 1 to 3 ms per MB. */
export function isNestedDeeper(json: Uint8Array, maximum: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (isInText) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) {
      isInText = true;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > maximum) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return false;
}
