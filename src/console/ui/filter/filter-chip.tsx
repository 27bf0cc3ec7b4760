import { ChevronDown, X } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { Popover } from '#console/ui/popup/popover.tsx';
import styles from './filter-chip.module.css';

/** The popover of the "Filter" button, which offers the filters that aren't set. */
export interface FilterMenu {
  /** The label of the filter whose form is shown. Undefined while the filters are listed. */
  readonly chosen: string | undefined;
  readonly onChoose: (label: string) => void;
  /** What was typed to find a filter, in lower case; empty without a search. */
  readonly query: string;
  /** The labels of the filters that were used lately, which are listed first. */
  readonly recent: readonly string[];
  /** Whether those are being listed, and not all others. */
  readonly isRecentPart: boolean;
  readonly close: () => void;
}

/** Undefined in the bar itself, which shows the filters that are set. */
export const FilterMenuContext = createContext<FilterMenu | undefined>(undefined);

interface FilterChipProps {
  /** What is filtered: "Tags". */
  readonly label: string;
  /** The value as text: "vip, newsletter". Undefined if the filter isn't set. */
  readonly value?: string | undefined;
  /** The words between label and value, which can be changed in the chip: "is" or "is not". */
  readonly condition?: ChipCondition | undefined;
  /** Left out for filters that always have a value. */
  readonly onRemove?: (() => void) | undefined;
  /** The form of the filter. It calls `close` when applied. */
  readonly children: (close: () => void) => ReactNode;
}

interface ChipCondition {
  readonly name: string;
  readonly options: readonly { readonly name: string; readonly label: string }[];
  readonly onChange: (name: string) => void;
}

/**
 * A filter of a list. If it is set, the bar shows its value with a popover for its form and a button
 * that removes it. Otherwise the "Filter" button offers it.
 */
export function FilterChip({ label, value, condition, onRemove, children }: FilterChipProps) {
  const menu = use(FilterMenuContext);
  if (menu?.chosen === label) return children(menu.close);
  if (menu) {
    if (value !== undefined || menu.chosen !== undefined) return null;
    if (!label.toLowerCase().includes(menu.query)) return null;
    if (menu.query === '' && menu.recent.includes(label) !== menu.isRecentPart) return null;
    return (
      <button type="button" className={styles.choice} onClick={() => menu.onChoose(label)}>
        {label}
      </button>
    );
  }
  if (value === undefined) return null;
  return (
    <span className={styles.chip}>
      {condition && (
        <>
          <span className={styles.label}>{label}</span>
          <select
            className={styles.condition}
            aria-label={`Condition of ${label}`}
            value={condition.name}
            onChange={({ target }) => condition.onChange(target.value)}
          >
            {condition.options.map((option) => (
              <option key={option.name} value={option.name}>
                {option.label}
              </option>
            ))}
          </select>
        </>
      )}
      <Popover
        label={label}
        trigger={(props) => (
          <button
            type="button"
            className={styles.button}
            aria-label={condition && `${label} ${value}`}
            {...props}
          >
            {!condition && label} <span className={styles.value}>{value}</span>
            {!onRemove && <ChevronDown />}
          </button>
        )}
      >
        {children}
      </Popover>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove the ${label} filter`}
          onClick={(event) => {
            focusFilterButton(event.currentTarget);
            onRemove();
          }}
        >
          <X />
        </button>
      )}
    </span>
  );
}

/** Filters with a heading in the menu. In the bar, and while some are searched for, they have none. */
export function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  const menu = use(FilterMenuContext);
  const isListed = menu && menu.chosen === undefined && menu.query === '' && !menu.isRecentPart;
  if (!isListed) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label={label} className={styles.group}>
      <p className={styles.heading} aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  );
}

/** Moves the focus to the "Filter" button: the pressed button disappears. */
export function focusFilterButton(pressed: HTMLElement): void {
  pressed.closest('[role="group"]')?.querySelector<HTMLElement>(':scope > button')?.focus();
}
