import { ChevronFirst, ChevronLeft, ChevronRight } from 'lucide-react';
import { formatRange } from '#console/lib/format/format-number.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { useIsStale } from '#console/ui/table/stale-rows.ts';
import styles from './pager.module.css';

export interface PagerProps {
  /** Positions of the first and the last row in the whole list, from 1. */
  readonly from: number;
  readonly to: number;
  /** Undefined if the service doesn't count. */
  readonly total: number | undefined;
  /** Whether the total is estimated. */
  readonly isTotalAbout?: boolean | undefined;
  /** Undefined on the first page. */
  readonly onPrevious?: (() => void) | undefined;
  /** `onPrevious` leads to the first page, because the pages in between are not known. */
  readonly isPreviousFirst?: boolean;
  /** Undefined on the last page. */
  readonly onNext?: (() => void) | undefined;
  /** The next page is about to be opened: prefetch it. */
  readonly onNextIntent?: (() => void) | undefined;
  readonly pageSize?:
    | {
        readonly value: number;
        readonly options: readonly number[];
        readonly onChange: (size: number) => void;
      }
    | undefined;
}

/** Range, page size and previous/next buttons of a list, with page numbers or cursors. */
export function Pager(props: PagerProps) {
  const { from, to, total, onPrevious, isPreviousFirst = false } = props;
  const { onNext, onNextIntent, pageSize } = props;
  const isStale = useIsStale();
  const range = isStale ? 'Loading' : formatRange(from, to, total, props.isTotalAbout);
  const smallest = Math.min(...(pageSize?.options ?? []));
  // Everything fits on the smallest page: there is nothing to choose.
  if (!onPrevious && !onNext && !isStale && to <= smallest) {
    return <p className={styles.pager}>{range}</p>;
  }
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <span className={styles.range} aria-live="polite">
        {range}
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
        label={isPreviousFirst ? 'First page' : 'Previous page'}
        variant={onPrevious ? 'secondary' : 'ghost'}
        icon={isPreviousFirst ? <ChevronFirst /> : <ChevronLeft />}
        disabledReason={onPrevious ? undefined : 'This is the first page'}
        onClick={onPrevious}
      />
      <IconButton
        label="Next page"
        variant={onNext ? 'secondary' : 'ghost'}
        icon={<ChevronRight />}
        disabledReason={
          onNext ? undefined : isStale ? 'The page is loading' : 'This is the last page'
        }
        onClick={onNext}
        onPointerEnter={onNextIntent}
        onFocus={onNextIntent}
      />
    </nav>
  );
}
