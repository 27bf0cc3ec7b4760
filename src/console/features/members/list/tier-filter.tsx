import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
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
  const { data: facets, error } = useQuery(facetsQuery(useApi(), useTeamId()));
  if (error) return <p role="alert">{toUserFacingError(error, "Couldn't load tiers")?.title}</p>;
  if (facets === undefined) return <p>Loading tiers…</p>;
  if (facets === null) return <p>Search is being prepared.</p>;
  if (facets.tiers.length === 0) return <p>No members have a tier.</p>;
  return (
    <FilterChoices
      options={facets.tiers.map((tier) => ({
        value: tier.value,
        label: `${tier.name} (${formatNumber(tier.count)})`,
      }))}
      value={value}
      onChoose={onChoose}
    />
  );
}
