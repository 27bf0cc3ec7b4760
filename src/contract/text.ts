import * as z from 'zod/mini';

/**
 * Whether a UTF-8 database column can hold the text unchanged: it has neither NUL nor half of a
 * surrogate pair.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The message for a value that isn't text. Zod also asks for that of checks without a message. */
function missingOrNotText({ code, input }: { code?: string; input?: unknown }) {
  if (code !== 'invalid_type') return undefined;
  return input === undefined || input === null ? 'Required' : 'Must be text';
}

/**
 * A string of a request. No later check or transform sees one that is too long, so that none can be
 * slow. All strings of requests start with this (string-limits.test.ts).
 * @param maximum in UTF-16 code units
 */
export function limitedString(maximum: number, error = `Use ${maximum} characters or fewer`) {
  return z.string({ error: missingOrNotText }).check(z.maxLength(maximum, { error, abort: true }));
}

/** Text of a request, possibly empty. `maximum` counts UTF-16 code units. */
export function text(maximum: number) {
  return limitedString(maximum).check(
    z.refine(isStorable, { error: 'Contains a character that is not allowed', abort: true }),
  );
}

/** The longest URL in a request. */
export const URL_MAX_LENGTH = 2048;

/** The longest id or type in a request. */
export const ID_MAX_LENGTH = 255;

/**
 * Text of a request that must not be empty.
 * @param emptyMessage shown next to the empty form field
 */
export function requiredText(maximum: number, emptyMessage = 'Required') {
  return text(maximum).check(z.minLength(1, { error: emptyMessage, abort: true }));
}
