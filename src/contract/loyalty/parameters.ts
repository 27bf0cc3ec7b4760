import * as z from 'zod/mini';
import { ID_MAX_LENGTH, limitedString } from '#contract/text.ts';
import { wireSchemas } from '#contract/wire-schemas.ts';
import { text } from './text.ts';

/** Headers that every operation of the Admin API requires (loyalty.md, Authentication). */
export const API_KEY_HEADER = 'api-key';
export const PARTNER_ID_HEADER = 'partner-id';

export const COUNT_DEFAULT = 100;
const COUNT_MAX = 1000;

/** An integer, as digits in a URL or as a number. */
function integerParameter(minimum: number, maximum: number, fallback: number) {
  const error = `Must be an integer from ${minimum} to ${maximum}`;
  const integer = z
    .pipe(
      z.union([limitedString(15).check(z.regex(/^\d{1,15}$/, { error })), z.number()], { error }),
      z.pipe(
        z.transform((value: string | number) => Number(value)),
        z.int({ error }).check(z.minimum(minimum, { error }), z.maximum(maximum, { error })),
      ),
    )
    .register(wireSchemas, { type: 'integer', minimum, maximum });
  return z._default(integer, fallback);
}

/** The maximum number of items on a page. */
export const countParameter = integerParameter(1, COUNT_MAX, COUNT_DEFAULT);

/** `start_cursor` of activities: an index into the list. */
export const indexCursorParameter = integerParameter(0, 2_147_483_647, 0);

/** The name of a store language. */
export const languageParameter = z.optional(limitedString(ID_MAX_LENGTH));

/** `idParam=member_id` means that the path has a `member_id` instead of the service's `id`. */
export const memberIdParameter = z.optional(z.literal('member_id', { error: 'Must be member_id' }));

/** The member's `member_id` or `id`, depending on `idParam`. */
export const memberParams = z.object({ member: text({ min: 1 }) });
