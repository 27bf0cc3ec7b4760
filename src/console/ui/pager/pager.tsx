import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatRange } from '#console/lib/format-number.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import styles from './pager.module.css';

interface PagerProps {
  /** Place of the first and the last row of this page in the whole list, from 1. */
  readonly from: number;
  readonly to: number;
  /** Undefined where the service does not count. */
  readonly total: number | undefined;
  /** Leads to the page before; left out on the first one. */
  readonly onPrevious?: (() => void) | undefined;
  /** Leads to the page after; left out on the last one. */
  readonly onNext?: (() => void) | undefined;
  /** The way on is about to be taken: the moment to read the next page ahead. */
  readonly onNextIntent?: (() => void) | undefined;
  /** Rows a page, and the sizes to choose from. */
  readonly pageSize?: {
    readonly value: number;
    readonly options: readonly number[];
    readonly onChange: (size: number) => void;
  };
}

/** Where one is in a list, and the ways on and back. Offset and cursor lists alike. */
export function Pager({ from, to, total, onPrevious, onNext, onNextIntent, pageSize }: PagerProps) {
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <span className={styles.range} aria-live="polite">
        {formatRange(from, to, total)}
      </span>
      {pageSize && (
        <select
          className={styles.size}
          aria-label="Rows per page"
          value={pageSize.value}
          onChange={(event) => pageSize.onChange(Number(event.target.value))}
        >
          {pageSize.options.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
      )}
      <IconButton
        label="Previous page"
        variant={onPrevious ? 'secondary' : 'ghost'}
        icon={<ChevronLeft />}
        disabledReason={onPrevious ? undefined : 'This is the first page'}
        onClick={onPrevious}
      />
      <IconButton
        label="Next page"
        variant={onNext ? 'secondary' : 'ghost'}
        icon={<ChevronRight />}
        disabledReason={onNext ? undefined : 'This is the last page'}
        onClick={onNext}
        onPointerEnter={onNextIntent}
        onFocus={onNextIntent}
      />
    </nav>
  );
}
