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
  readonly close: () => void;
}

/** Undefined in the bar itself, which shows the filters that are set. */
export const FilterMenuContext = createContext<FilterMenu | undefined>(undefined);

interface FilterChipProps {
  /** What is filtered: "Tags". */
  readonly label: string;
  /** The value as text: "any of vip, newsletter". Undefined if the filter isn't set. */
  readonly value?: string | undefined;
  /** Left out for filters that always have a value. */
  readonly onRemove?: (() => void) | undefined;
  /** The form of the filter. It calls `close` when applied. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A filter of a list. If it is set, the bar shows its value with a popover for its form and a button
 * that removes it. Otherwise the "Filter" button offers it.
 */
export function FilterChip({ label, value, onRemove, children }: FilterChipProps) {
  const menu = use(FilterMenuContext);
  if (menu?.chosen === label) return children(menu.close);
  if (menu) {
    if (value !== undefined || menu.chosen !== undefined) return null;
    if (!label.toLowerCase().includes(menu.query)) return null;
    return (
      <button type="button" className={styles.choice} onClick={() => menu.onChoose(label)}>
        {label}
      </button>
    );
  }
  if (value === undefined) return null;
  return (
    <span className={styles.chip}>
      <Popover
        label={label}
        trigger={(props) => (
          <button type="button" className={styles.button} {...props}>
            {label} <span className={styles.value}>{value}</span>
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

/** Moves the focus to the "Filter" button: the pressed button disappears. */
export function focusFilterButton(pressed: HTMLElement): void {
  pressed.closest('[role="group"]')?.querySelector<HTMLElement>(':scope > button')?.focus();
}
