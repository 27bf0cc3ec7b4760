import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { tiersQuery } from '#console/shared/members/tiers-query.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';

interface TierFilterProps {
  /** Tier ids. */
  readonly value: readonly string[] | undefined;
  readonly names: readonly string[];
  readonly onChange: (tiers: string[] | undefined) => void;
}

/** Filters by a tier of the program. */
export function TierFilter({ value, names, onChange }: TierFilterProps) {
  return (
    <FilterChip label="Tier" value={value && names.join(', ')} onRemove={() => onChange(undefined)}>
      {(close) => (
        <TierChoices
          value={value?.[0]}
          onChoose={(id) => {
            close();
            onChange([id]);
          }}
        />
      )}
    </FilterChip>
  );
}

interface TierChoicesProps {
  readonly value: string | undefined;
  readonly onChoose: (id: string) => void;
}

function TierChoices({ value, onChoose }: TierChoicesProps) {
  const { data: tiers, error } = useQuery(tiersQuery(useApi(), useTeamId()));
  if (error) return <p role="alert">{toUserFacingError(error, "Couldn't load tiers")?.title}</p>;
  if (!tiers) return <p>Loading tiers…</p>;
  if (tiers.length === 0) return <p>No members have a tier.</p>;
  return (
    <FilterChoices
      options={tiers.map((tier) => ({
        value: tier.value,
        label: `${tier.name} (${formatNumber(tier.count)})`,
      }))}
      value={value}
      onChoose={onChoose}
    />
  );
}
