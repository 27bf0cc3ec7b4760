import { FilterChip } from '#console/ui/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter-choices.tsx';
import { MEMBER_STATUSES } from '#contract/loyalty/member.ts';
import { statusWords } from './filter-words.ts';
import type { MembersView } from './members-view.ts';

const OPTIONS = MEMBER_STATUSES.map((value) => ({ value, label: statusWords(value) }));

interface StatusFilterProps {
  readonly value: MembersView['status'];
  readonly onChange: (status: MembersView['status']) => void;
}

/** The status that is shown: always exactly one, as the API asks for it. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <FilterChip label="Status" value={statusWords(value)}>
      {(close) => (
        <FilterChoices
          options={OPTIONS}
          value={value}
          onChoose={(status) => {
            close();
            if (status !== value) onChange(status);
          }}
        />
      )}
    </FilterChip>
  );
}
