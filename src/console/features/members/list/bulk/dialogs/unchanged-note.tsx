import styles from '#console/features/members/list/bulk/bulk-bar.module.css';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';

interface UnchangedNoteProps {
  /** Members who have the value already; undefined if it isn't known. */
  readonly unchanged: number | undefined;
  /** All selected members. */
  readonly count: number;
  /** Whether some of the unchanged members may have another value that only looks the same. */
  readonly isUpperBound?: boolean;
}

export function UnchangedNote({ unchanged, count, isUpperBound = false }: UnchangedNoteProps) {
  return (
    <p role="status" className={styles.hint}>
      {unchanged !== undefined && describeUnchanged(unchanged, count, isUpperBound)}
    </p>
  );
}

/** "Changes 9 members. 3 already have this value." */
export function describeUnchanged(unchanged: number, count: number, isUpperBound = false): string {
  const changed = formatCount(Math.max(0, count - unchanged), 'member');
  if (unchanged === 0) return `Changes ${changed}.`;
  if (isUpperBound) {
    if (unchanged >= count) return 'All of them may have this value already.';
    return `Changes at least ${changed}. Up to ${formatNumber(unchanged)} already have this value.`;
  }
  if (unchanged >= count) return 'All of them have this value already. Nothing will change.';
  const have = unchanged === 1 ? 'has' : 'have';
  return `Changes ${changed}. ${formatNumber(unchanged)} already ${have} this value.`;
}
