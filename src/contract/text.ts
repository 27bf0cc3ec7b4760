import * as z from 'zod/mini';

/**
 * Whether a UTF-8 database column can hold the text unchanged: it has neither NUL nor half of a
 * surrogate pair.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Checks that a string is storable. */
export const storableText = z.refine<string>(isStorable, {
  error: 'Contains a character that is not allowed',
});

function missingOrNotText({ input }: { input?: unknown }) {
  return input === undefined || input === null ? 'Is required' : 'Must be text';
}

/** Text of a request body, possibly empty. `maximum` counts UTF-16 code units. */
export function text(maximum: number) {
  return z
    .string({ error: missingOrNotText })
    .check(z.maxLength(maximum, { error: `Must be at most ${maximum} characters` }), storableText);
}

/**
 * Text of a request body that must not be empty.
 * @param emptyMessage shown next to the empty form field
 */
export function requiredText(maximum: number, emptyMessage = 'Is required') {
  return text(maximum).check(z.minLength(1, { error: emptyMessage }));
}
