import * as z from 'zod/mini';
import { text } from './text.ts';

/** Embeddings, overrides and isolates. They also change the order of the text beside the one that has them. */
export const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Rejects what would show the text beside it in another order. */
export const withoutDirectionControls = z.refine<string>(
  (text) => text.search(DIRECTION_CONTROLS) === -1,
  { error: 'Contains an invisible character that changes the direction of text. Type it again.' },
);

/** Text without line breaks and other control characters, such as a name. Spaces around it are removed. */
export function oneLineText(maximum: number, emptyMessage: string) {
  return text(maximum).check(
    z.trim(),
    z.minLength(1, { error: emptyMessage, abort: true }),
    z.refine((line: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line), {
      error: 'Contains a character that is not allowed',
    }),
    withoutDirectionControls,
  );
}
