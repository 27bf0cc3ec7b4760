import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';

interface TierFilterProps {
  /** Tier ids. */
  readonly value: readonly string[] | undefined;
  readonly names: readonly string[];
  readonly onChange: (tiers: string[] | undefined) => void;
}

/** Filters by tiers of the program: members in any of them match. */
export function TierFilter({ value, names, onChange }: TierFilterProps) {
  return (
    <FilterChip label="Tier" value={value && names.join(', ')} onRemove={() => onChange(undefined)}>
      {(close) => (
        <TierForm
          value={value}
          onApply={(tiers) => {
            close();
            onChange(tiers);
          }}
        />
      )}
    </FilterChip>
  );
}

interface TierFormProps {
  readonly value: readonly string[] | undefined;
  /** @param tiers undefined if none is chosen: remove the filter */
  readonly onApply: (tiers: string[] | undefined) => void;
}

function TierForm({ value = [], onApply }: TierFormProps) {
  const { data: facets, error } = useQuery(facetsQuery(useApi(), useTeamId()));
  if (error) return <p role="alert">{toUserFacingError(error, "Couldn't load tiers")?.title}</p>;
  if (facets === undefined) return <p>Loading tiers…</p>;
  if (facets === null) return <p>Search is being prepared.</p>;
  if (facets.tiers.length === 0) return <p>No members have a tier.</p>;
  return (
    <FilterForm
      onApply={(fields) => {
        const chosen = fields.getAll('tier').map(String);
        onApply(chosen.length === 0 ? undefined : chosen);
      }}
    >
      <ChoiceList legend="Tiers">
        {facets.tiers.map((tier) => (
          <Choice
            key={tier.value}
            type="checkbox"
            name="tier"
            value={tier.value}
            defaultChecked={value.includes(tier.value)}
          >
            {tier.name} ({formatNumber(tier.count)})
          </Choice>
        ))}
      </ChoiceList>
    </FilterForm>
  );
}
