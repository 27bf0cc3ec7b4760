import * as z from 'zod/mini';
import { text } from '#contract/text.ts';

/**
 * Required text on one line: without line breaks and other control characters. Spaces around it are
 * removed.
 */
export function oneLineText(maximum: number, emptyMessage: string) {
  return text(maximum).check(
    z.trim(),
    z.minLength(1, { error: emptyMessage, abort: true }),
    z.refine((line: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line), {
      error: 'Contains a character that is not allowed',
    }),
  );
}
