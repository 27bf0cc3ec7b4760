import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { formatMemberStatus } from './filter-labels.ts';
import type { MembersView } from './members-view.ts';

const OPTIONS = MEMBER_STATUSES.map((value) => ({ value, label: formatMemberStatus(value) }));

interface StatusFilterProps {
  readonly value: MembersView['status'];
  readonly onChange: (status: MembersView['status']) => void;
}

/** The status that is shown: always exactly one, as the API asks for it. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <FilterChip label="Status" value={formatMemberStatus(value)}>
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
