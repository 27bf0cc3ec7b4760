/** How deep the JSON of a request may be nested; no request of the contract needs more than 10 levels. */
export const JSON_MAX_DEPTH = 100;

/** The text may be valid JSON, but working on it could take long. */
export class JsonTooDeepError extends Error {
  constructor() {
    super(`The JSON is nested more than ${JSON_MAX_DEPTH} levels deep.`);
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

interface JsonMeasures {
  /** The deepest nesting of lists and objects; not more than one above the limit of the scan. */
  depth: number;
  /** The levels of all lines together, if each value and each end had its own line. */
  indentation: number;
}

/**
 * Measures JSON without parsing it; it may be invalid. Takes some milliseconds per MB.
 * @param maximum the depth at which it stops
 */
export function measureJson(json: Uint8Array, maximum = JSON_MAX_DEPTH): JsonMeasures {
  let [depth, deepest, indentation] = [0, 0, 0];
  let isInText = false;
  for (let index = 0; index < json.length && deepest <= maximum; index += 1) {
    const byte = json[index];
    if (isInText) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) {
      isInText = true;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      indentation += depth;
      deepest = Math.max(deepest, depth);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1;
      indentation += Math.max(depth, 0);
    } else if (byte === COMMA) {
      indentation += Math.max(depth, 0);
    }
  }
  return { depth: deepest, indentation };
}

/** Whether lists and objects in JSON are nested deeper than that. */
export function isNestedDeeper(json: Uint8Array, maximum: number): boolean {
  return measureJson(json, maximum).depth > maximum;
}
