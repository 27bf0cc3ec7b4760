import * as z from 'zod/mini';
import { hasControlCharacter, trimText } from '#contract/loyalty/trim-text.ts';
import { isStorable, limitedString } from '#contract/text.ts';
import type { Parsed } from './parsed.ts';

/** The default length limit in code points, for strings without one in the specification. */
const TEXT_MAX = 255;

interface TextLimits {
  min?: number;
  max?: number;
  /** The error of a shorter text. */
  empty?: string;
}

/** Text of a request. The limits count code points. */
export function text({ min = 0, max = TEXT_MAX, empty = 'Must not be empty' }: TextLimits = {}) {
  const tooLong = `Use ${max} characters or fewer`;
  // A code point has up to two code units.
  return limitedString(2 * max, tooLong).check(
    z.refine(isStorable, { error: 'Must be Unicode text without NUL', abort: true }),
    z.refine((value: string) => [...value].length >= min, { error: empty, abort: true }),
    z.refine((value: string) => [...value].length <= max, { error: tooLong, abort: true }),
    z.meta({ minLength: min, maxLength: max }),
  );
}

/** The operator's id of something, without spaces at its ends. */
export function idText(empty: string) {
  return text()
    .check(
      z.overwrite(trimText),
      z.refine((id) => id !== '', { error: empty, abort: true }),
      z.refine((id) => !hasControlCharacter(id), {
        error: 'Must not have line breaks or other control characters',
        abort: true,
      }),
    )
    .check(z.meta({ minLength: 1 }));
}

/** A string schema that outputs the parsed value, or fails with the parser's reason. */
export function parsedText<Value>(
  schema: z.ZodMiniType<string, string>,
  parse: (value: string) => Parsed<Value>,
) {
  return z.pipe(
    schema,
    z.transform((value: string, context): Value => {
      const parsed = parse(value);
      if (parsed.ok) return parsed.value;
      context.issues.push({ code: 'custom', message: parsed.reason, input: value });
      return z.NEVER;
    }),
  );
}
