import { formatMonthLetter, formatMonthName, type Month } from '#console/lib/dates/months.ts';
import styles from './month-axis.module.css';

interface MonthAxisProps {
  readonly months: readonly Month[];
}

/** The names of months below their bars, with the year of the first one and of each January. */
export function MonthAxis({ months }: MonthAxisProps) {
  return (
    <div className={styles.months} aria-hidden="true">
      {months.map((month, index) => (
        <span key={month.first}>
          <span className={styles.name}>{formatMonthName(month)}</span>
          <span className={styles.letter}>{formatMonthLetter(month)}</span>
          {hasYear(months, index) && <span className={styles.year}>{month.first.slice(0, 4)}</span>}
        </span>
      ))}
    </div>
  );
}

/** Two years in a row would touch. */
function hasYear(months: readonly Month[], index: number): boolean {
  const isJanuary = (month: Month | undefined) => month?.first.slice(5, 7) === '01';
  return isJanuary(months[index]) || (index === 0 && !isJanuary(months[1]));
}
