import * as z from 'zod/mini';
import { withoutDirectionControls } from '#contract/one-line-text.ts';
import { requiredText } from '#contract/text.ts';

/** The largest adjustment, so that totals stay safe integers in JSON. */
export const ADJUSTMENT_MAX = 1_000_000_000;
export const REASON_MAX_LENGTH = 255;

const outOfRange = { error: `Must be from -${ADJUSTMENT_MAX} to ${ADJUSTMENT_MAX}` };

export const reasonSchema = requiredText(REASON_MAX_LENGTH).check(withoutDirectionControls);

/** Adds or takes away points, with a reason. */
export const adjustmentSchema = z.object({
  points: z.int({ error: 'Must be a whole number' }).check(
    z.minimum(-ADJUSTMENT_MAX, outOfRange),
    z.maximum(ADJUSTMENT_MAX, outOfRange),
    z.refine((points) => points !== 0, { error: 'Must not be 0' }),
  ),
  reason: reasonSchema,
});
export type Adjustment = z.output<typeof adjustmentSchema>;
