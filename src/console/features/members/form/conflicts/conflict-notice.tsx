import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import { LoyaltyRelativeTime } from '#console/shared/loyalty/loyalty-relative-time.tsx';
import { Button } from '#console/ui/button/button.tsx';
import styles from './conflict-notice.module.css';
import { type Conflict, quoteValue } from './member-conflicts.ts';

interface ConflictNoticeProps {
  readonly conflicts: readonly Conflict[];
  /** When the member was last changed, in any format of the loyalty API. */
  readonly changedAt: string | null | undefined;
}

/** What someone else changed in the meantime, before saving overwrites it. */
export function ConflictNotice({ conflicts, changedAt }: ConflictNoticeProps) {
  const { setValue, setFocus, clearErrors, watch } = useFormContext<MemberFormValues>();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflicts.length > 0) ref.current?.focus();
  }, [conflicts]);

  function applyTheirs({ field, theirs }: Conflict) {
    setValue(field, theirs as never, { shouldDirty: true, shouldValidate: true });
    clearErrors(field);
    setFocus(field);
  }
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>Someone else updated this member</p>
      {changedAt && (
        <p>
          Last updated <LoyaltyRelativeTime value={changedAt} />. Save again to keep your values.
        </p>
      )}
      <ul className={styles.conflicts}>
        {conflicts.map((conflict) => {
          const { field, label, before, mine, theirs } = conflict;
          return (
            <li key={field} className={styles.conflict}>
              <span>
                <strong>{label}</strong>: was {quoteValue(before)}, yours {quoteValue(mine)}, theirs{' '}
                {quoteValue(theirs)}.
              </span>
              {watch(field) === theirs ? (
                <span className={styles.taken}>Using theirs</span>
              ) : (
                <Button
                  size="small"
                  aria-label={`Use theirs for ${label}`}
                  onClick={() => applyTheirs(conflict)}
                >
                  Use theirs
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
