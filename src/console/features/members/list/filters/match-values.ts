import { formatFilterValue } from '#console/shared/members/segment-labels.ts';
import { US_STATES } from '#console/shared/members/us-states.ts';
import type { ValueField } from '#contract/gateway/filters/directory-filters.ts';
import { foldText } from '#contract/gateway/fold-text.ts';

/** Whether a value or its name contains what was typed: "texas" finds TX. */
export function matchesLabel(field: ValueField, value: string, typed: string): boolean {
  const state = field === 'state' ? US_STATES.get(value.toUpperCase()) : undefined;
  const q = foldText(typed);
  return [value, formatFilterValue(field, value), state ?? ''].some((text) =>
    foldText(text).includes(q),
  );
}
