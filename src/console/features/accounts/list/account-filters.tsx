import { capabilityLabel, KNOWN_CAPABILITIES } from '#console/features/accounts/account-type.ts';
import {
  ACCOUNT_FILTER_LABELS,
  ACCOUNT_FILTERS,
  type AccountFilter,
  filterValueLabel,
  filterValues,
  formatFilter,
  joinFilterValues,
} from '#console/features/accounts/accounts-search.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { AccountsSummary, type AccountsSummaryProps } from './accounts-summary.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { filterAccounts } from './filter-accounts.ts';

interface AccountFiltersProps extends Omit<AccountsSummaryProps, 'accounts'> {
  /** All accounts; undefined while they load. */
  readonly accounts: readonly Account[] | undefined;
}

/** The summary, and a filter for each of the API's. A change returns to the first page. */
export function AccountFilters({ accounts, search, onChange }: AccountFiltersProps) {
  const { accountTypes } = useConfig();
  const now = useNow();
  const inAnyView =
    accounts && filterAccounts(accounts, { ...search, show: undefined }, { now, accountTypes });
  const options: Partial<Record<AccountFilter, readonly Option[]>> = {
    type: accountTypes.map(({ type, label }) => ({ value: type, label })),
    capabilities: KNOWN_CAPABILITIES.map((value) => ({ value, label: capabilityLabel(value) })),
  };

  return (
    <FilterBar search={<AccountsSummary accounts={inAnyView} {...{ search, onChange }} />}>
      {ACCOUNT_FILTERS.map((name) => {
        const label = ACCOUNT_FILTER_LABELS[name];
        const set = (value: string | undefined) => onChange({ [name]: value, page: 1 });
        const choices = options[name];
        return (
          <FilterChip
            key={name}
            label={label}
            value={formatFilter(search[name], (value) =>
              filterValueLabel(accountTypes, name, value),
            )}
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
                  hint="Exact match. Separate several with commas."
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
