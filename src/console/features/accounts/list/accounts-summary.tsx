import {
  type AccountsSearch,
  type AccountsView,
  VIEW_LABELS,
} from '#console/features/accounts/accounts-search.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './accounts-summary.module.css';
import { isInView } from './filter-accounts.ts';

export interface AccountsSummaryProps {
  /** Those that match the filters, in any view; undefined while they load. */
  readonly accounts: readonly Account[] | undefined;
  readonly search: AccountsSearch;
  readonly onChange: (change: Partial<AccountsSearch>, options?: { replace: boolean }) => void;
}

/** Search over all accounts, and the views of the list with how many matching accounts each has. */
export function AccountsSummary({ accounts, search, onChange }: AccountsSummaryProps) {
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
