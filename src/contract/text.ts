import * as z from 'zod/mini';

/**
 * Whether a UTF-8 database column can hold the text unchanged: it has neither NUL nor half of a
 * surrogate pair.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export const storableText = z.refine<string>(isStorable, {
  error: 'Holds a character that cannot be stored',
});

function required(issue: { input?: unknown }) {
  return issue.input === undefined || issue.input === null ? 'Is required' : 'Takes text only';
}

/** Text of a request body that may be empty, at most `maximum` UTF-16 units long. */
export function text(maximum: number) {
  return z
    .string({ error: required })
    .check(z.maxLength(maximum, { error: `Takes at most ${maximum} characters` }), storableText);
}

/**
 * Text of a request body that must not be empty.
 * @param ask what is said where it is: people read it beside the field that they left empty
 */
export function requiredText(maximum: number, ask = 'Is required') {
  return text(maximum).check(z.minLength(1, { error: ask }));
}
