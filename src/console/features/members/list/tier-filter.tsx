import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { knownTiers } from '#console/features/members/known-tiers.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { getDirectoryFacets } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

interface TierFilterProps {
  /** Tier ids. */
  readonly value: readonly string[] | undefined;
  /** The members of the current page, which know the names of their tiers. */
  readonly members: readonly Member[];
  readonly onChange: (tiers: string[] | undefined) => void;
}

/** Filters by a tier of the program. */
export function TierFilter({ value, members, onChange }: TierFilterProps) {
  const names = new Map(knownTiers(members).map(({ id, name }) => [id, name]));
  return (
    <FilterChip
      label="Tier"
      value={value?.map((id) => names.get(id) ?? 'selected').join(', ')}
      onRemove={() => onChange(undefined)}
    >
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

/** The Admin API has no list of tiers; the directory counts those that members have. */
function TierChoices({ value, onChoose }: TierChoicesProps) {
  const teamId = useTeamId();
  const { directory } = useApi();
  const { data: tiers, error } = useQuery({
    queryKey: [...membersKey(teamId), 'tiers'],
    queryFn: async ({ signal }) =>
      (await directory?.request(getDirectoryFacets, { params: { team_id: teamId }, signal }))?.data
        .tiers ?? [],
  });
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
