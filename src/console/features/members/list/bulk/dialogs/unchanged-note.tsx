import styles from '#console/features/members/list/bulk/bulk-bar.module.css';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';

interface UnchangedNoteProps {
  /** Members who have the value already; undefined if it isn't known. */
  readonly unchanged: number | undefined;
  /** All selected members. */
  readonly count: number;
}

/** How many of the selected members a change will change. */
export function UnchangedNote({ unchanged, count }: UnchangedNoteProps) {
  return (
    <p role="status" className={styles.hint}>
      {unchanged !== undefined && describeUnchanged(unchanged, count)}
    </p>
  );
}

/** "Changes 9 members. 3 already have this value." */
export function describeUnchanged(unchanged: number, count: number): string {
  const changed = Math.max(0, count - unchanged);
  if (changed === 0) return 'All of them have this value already. Nothing will change.';
  const rest =
    unchanged === 0
      ? ''
      : ` ${formatNumber(unchanged)} already ${unchanged === 1 ? 'has' : 'have'} this value.`;
  return `Changes ${formatCount(changed, 'member')}.${rest}`;
}
