import { Check } from 'lucide-react';
import { FilterChip } from '#console/ui/filter-chip.tsx';
import { MEMBER_STATUSES } from '#contract/loyalty/member.ts';
import { statusWords } from './filter-words.ts';
import styles from './filters.module.css';
import type { MembersView } from './members-view.ts';

interface StatusFilterProps {
  readonly value: MembersView['status'];
  readonly onChange: (status: MembersView['status']) => void;
}

/** The status that is shown: always exactly one, as the API asks for it. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <FilterChip label="Status" value={statusWords(value)}>
      {(close) =>
        MEMBER_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === value}
            className={styles.choice}
            onClick={() => {
              close();
              if (status !== value) onChange(status);
            }}
          >
            {statusWords(status)}
            {status === value && <Check aria-hidden="true" />}
          </button>
        ))
      }
    </FilterChip>
  );
}
