import { type ReactNode, use } from 'react';
import { changeFilter, type MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { type Condition, listValues } from '#console/shared/members/filter-labels.ts';
import { FilterChip, FilterMenuContext } from '#console/ui/filter/filter-chip.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';

export interface ListForm {
  readonly condition: Condition;
  readonly values: readonly string[];
  /** The other filters: the values are counted for them. */
  readonly others: MembersFilter;
  /** @param name the condition that was chosen */
  readonly onApply: (name: string, values: readonly string[]) => void;
}

interface ListFilterProps {
  readonly label: string;
  /** The first is that of a new filter. */
  readonly conditions: readonly Condition[];
  readonly filter: MembersFilter;
  readonly onChange: (changes: MembersFilter) => void;
  readonly format: (value: string) => string;
  /** Whether several conditions make sense: members with any of some tags, and none of others. */
  readonly canRepeat?: boolean;
  /** Whether the menu offers it. */
  readonly isOffered?: boolean;
  readonly children: (form: ListForm) => ReactNode;
}

/** A filter by some values or without some values: a chip for each condition that is set. */
export function ListFilter(props: ListFilterProps) {
  const { label, conditions, filter, onChange, format, canRepeat = false, children } = props;
  const isMenu = use(FilterMenuContext) !== undefined;
  const set = conditions.filter((condition) => listValues(filter, condition).length > 0);
  const form = (condition: Condition, close: () => void) =>
    children(
      listForm(filter, conditions, condition, (changes) => {
        close();
        onChange(changes);
      }),
    );
  if (isMenu) {
    const isOffered = (set.length === 0 || canRepeat) && props.isOffered !== false;
    const free = conditions.find((condition) => !set.includes(condition));
    if (!isOffered || !free) return null;
    return <FilterChip label={label}>{(close) => form(free, close)}</FilterChip>;
  }
  return set.map((condition) => {
    const values = listValues(filter, condition);
    return (
      <FilterChip
        key={condition.name}
        label={label}
        value={values.map(format).join(', ')}
        condition={{
          name: condition.name,
          options: conditions,
          onChange: (name) => onChange(replaceValues(filter, condition, name, values)),
        }}
        onRemove={() => onChange({ [condition.name]: undefined } as MembersFilter)}
      >
        {(close) => form(condition, close)}
      </FilterChip>
    );
  });
}

/** The form of a list's condition, for which the values are counted without the list's own filters. */
export function listForm(
  filter: MembersFilter,
  conditions: readonly Condition[],
  condition: Condition,
  onChange: (changes: MembersFilter) => void,
): ListForm {
  const own = Object.fromEntries(conditions.map(({ name }) => [name, undefined]));
  return {
    condition,
    values: listValues(filter, condition),
    others: changeFilter(filter, own),
    onApply: (name, values) => onChange(replaceValues(filter, condition, name, values)),
  };
}

/** The values of a condition are replaced, or added to those of another condition. */
function replaceValues(
  filter: MembersFilter,
  condition: Condition,
  name: string,
  values: readonly string[],
): MembersFilter {
  const others = condition.name === name ? [] : listValues(filter, { ...condition, name });
  const merged = [...new Set([...others, ...values])];
  return { [condition.name]: undefined, [name]: merged } as MembersFilter;
}

interface ConditionFieldProps {
  readonly conditions: readonly Condition[];
  readonly name: string;
  readonly onChange: (name: string) => void;
}

export function ConditionField({ conditions, name, onChange }: ConditionFieldProps) {
  return (
    <SelectField label="Match" value={name} onChange={({ target }) => onChange(target.value)}>
      {conditions.map((condition) => (
        <option key={condition.name} value={condition.name}>
          {condition.label}
        </option>
      ))}
    </SelectField>
  );
}
