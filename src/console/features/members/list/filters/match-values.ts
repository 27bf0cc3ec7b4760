import { formatFilterValue } from '#console/shared/members/segment-labels.ts';
import type { ValueField } from '#contract/gateway/filters/directory-filters.ts';
import { foldText } from '#contract/gateway/fold-text.ts';

/** States by the code that most addresses have. */
const STATE_NAMES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,' +
  'KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,' +
  'MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,' +
  'NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,' +
  'PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,' +
  'VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';
const NAMES_BY_STATE = new Map(
  STATE_NAMES.split(',').map((state) => [state.slice(0, 2), state.slice(3)]),
);

/** Whether a value or its name contains what was typed: "texas" finds TX. */
export function matchesLabel(field: ValueField, value: string, typed: string): boolean {
  const state = field === 'state' ? NAMES_BY_STATE.get(value.toUpperCase()) : undefined;
  const q = foldText(typed);
  return [value, formatFilterValue(field, value), state ?? ''].some((text) =>
    foldText(text).includes(q),
  );
}
