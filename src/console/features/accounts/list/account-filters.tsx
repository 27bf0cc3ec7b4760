import { accountTypeLabel } from '#console/features/accounts/account-type.ts';
import {
  ACCOUNT_FILTER_LABELS,
  ACCOUNT_FILTERS,
  type AccountFilter,
  type AccountsSearch,
  filterValues,
  formatFilter,
  joinFilterValues,
} from '#console/features/accounts/accounts-search.ts';
import { useConfig } from '#console/session/session-context.ts';
import { FilterBar, FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';
import { ChoiceFilter } from './choice-filter.tsx';

/** Values that the specification has seen; the address takes any other. */
const CAPABILITIES = ['ingest', 'compose'] as const;

interface AccountFiltersProps {
  readonly search: AccountsSearch;
  readonly onChange: (change: Partial<AccountsSearch>) => void;
}

/** The filters of the API, each as a chip. A change leads to the first page. */
export function AccountFilters({ search, onChange }: AccountFiltersProps) {
  const { accountTypes } = useConfig();
  const options: Partial<Record<AccountFilter, readonly Option[]>> = {
    type: accountTypes.map(({ type, label }) => ({ value: type, label })),
    capabilities: CAPABILITIES.map((value) => ({ value, label: value })),
  };
  const valueLabel = (name: AccountFilter) => (value: string) =>
    name === 'type' ? accountTypeLabel(accountTypes, value) : value;

  return (
    <FilterBar>
      {ACCOUNT_FILTERS.map((name) => {
        const label = ACCOUNT_FILTER_LABELS[name];
        const set = (value: string | undefined) => onChange({ [name]: value, page: 1 });
        const choices = options[name];
        return (
          <FilterChip
            key={name}
            label={label}
            value={formatFilter(search[name], valueLabel(name))}
            onRemove={() => set(undefined)}
          >
            {(close) =>
              choices ? (
                <ChoiceFilter
                  label={label}
                  options={choices}
                  value={search[name]}
                  onApply={set}
                  onClose={close}
                />
              ) : (
                <TextFilterForm
                  label={`${label} is`}
                  hint="The whole value; several with commas"
                  value={search[name]}
                  onApply={(text) => {
                    close();
                    set(joinFilterValues(filterValues(text)));
                  }}
                />
              )
            }
          </FilterChip>
        );
      })}
    </FilterBar>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}
