import * as z from 'zod/mini';
import { isStorable } from './storable-text.ts';

/** Text that survives storage as it is. */
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
