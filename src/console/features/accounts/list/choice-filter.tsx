import { filterValues, joinFilterValues } from '#console/features/accounts/accounts-search.ts';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';

interface ChoiceFilterProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  /** @param value undefined to remove the filter */
  readonly onApply: (value: string | undefined) => void;
  readonly onClose: () => void;
}

/** A filter form with a checkbox for each known value. */
export function ChoiceFilter({ label, options, value, onApply, onClose }: ChoiceFilterProps) {
  const selected = filterValues(value);
  const known = options.map((option) => option.value);
  // Keep values from the URL that aren't known options.
  const others = selected.filter((item) => !known.includes(item));

  function apply(fields: FormData) {
    onClose();
    onApply(joinFilterValues(fields.getAll('value').map(String)));
  }
  return (
    <FilterForm onApply={apply}>
      <ChoiceList legend={`${label} is any of`}>
        {[...options, ...others.map((item) => ({ value: item, label: item }))].map((option) => (
          <Choice
            key={option.value}
            type="checkbox"
            name="value"
            value={option.value}
            defaultChecked={selected.includes(option.value)}
          >
            {option.label}
          </Choice>
        ))}
      </ChoiceList>
    </FilterForm>
  );
}
