import type { AllRows } from '#console/api/lists/list-all-pages.ts';
import { capabilityLabel, KNOWN_CAPABILITIES } from '#console/features/accounts/account-type.ts';
import {
  ACCOUNT_FILTER_LABELS,
  ACCOUNT_FILTERS,
  type AccountFilter,
  type AccountsSearch,
  type AccountsView,
  filterValueLabel,
  filterValues,
  formatFilter,
  joinFilterValues,
  VIEW_LABELS,
} from '#console/features/accounts/accounts-search.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm, TextFilterForm } from '#console/ui/filter/filter-form.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './account-filters.module.css';
import { filterAccounts, isInView } from './accounts-queries.ts';

interface AccountFiltersProps extends Omit<AccountsSummaryProps, 'accounts'> {
  /** All accounts; undefined while they load. */
  readonly all: AllRows<Account> | undefined;
}

/** The summary, and a filter for each of the API's. A change returns to the first page. */
export function AccountFilters({ all, search, onChange }: AccountFiltersProps) {
  const { accountTypes } = useConfig();
  const now = useNow();
  const inAnyView =
    all && filterAccounts(all.rows, { ...search, show: undefined }, { now, accountTypes });
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

interface AccountsSummaryProps {
  /** Those that match the filters, in any view; undefined while they load. */
  readonly accounts: readonly Account[] | undefined;
  readonly search: AccountsSearch;
  readonly onChange: (change: Partial<AccountsSearch>, options?: { replace: boolean }) => void;
}

/** Search over all accounts, and the views of the list with how many matching accounts each has. */
function AccountsSummary({ accounts, search, onChange }: AccountsSummaryProps) {
  const now = useNow();
  const show = (view: AccountsView | undefined) =>
    onChange({
      show: search.show === view ? undefined : view,
      page: 1,
      // What expires first is what has to be done first.
      ...(view === 'attention' && search.show !== view ? { sort: 'expires_at' } : {}),
    });
  const countOf = (view: AccountsView) =>
    accounts?.filter((account) => isInView(account, view, now)).length;
  return (
    <div className={styles.summary}>
      <SearchField
        label="Search accounts"
        placeholder="Search by name, handle, site or network"
        value={search.q}
        onChange={(q) => onChange({ q, page: 1 }, { replace: true })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields */}
      <div role="group" aria-label="Views" className={styles.views}>
        <ViewButton
          label="All accounts"
          count={accounts?.length}
          isPressed={search.show === undefined}
          onClick={() => show(undefined)}
        />
        <ViewButton
          label={VIEW_LABELS.attention}
          count={countOf('attention')}
          isPressed={search.show === 'attention'}
          isWarning
          onClick={() => show('attention')}
        />
        <ViewButton
          label={VIEW_LABELS.unused}
          count={countOf('unused')}
          isPressed={search.show === 'unused'}
          onClick={() => show('unused')}
        />
        {/* Opened by a link on the overview. */}
        {search.show && search.show !== 'attention' && search.show !== 'unused' && (
          <ViewButton
            label={VIEW_LABELS[search.show]}
            count={countOf(search.show)}
            isPressed
            onClick={() => show(search.show)}
          />
        )}
      </div>
    </div>
  );
}

interface ViewButtonProps {
  readonly label: string;
  readonly count: number | undefined;
  readonly isPressed: boolean;
  readonly isWarning?: boolean;
  readonly onClick: () => void;
}

function ViewButton({ label, count, isPressed, isWarning = false, onClick }: ViewButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      className={styles.view}
      data-warning={isWarning && count ? true : undefined}
      onClick={onClick}
    >
      {label}
      {count !== undefined && <span className={styles.count}> {formatNumber(count)}</span>}
    </button>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  /** @param value undefined to remove the filter */
  readonly onApply: (value: string | undefined) => void;
  readonly onClose: () => void;
}

/** A filter form with a checkbox for each known value. */
function ChoiceFilter({ label, options, value, onApply, onClose }: ChoiceFilterProps) {
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
