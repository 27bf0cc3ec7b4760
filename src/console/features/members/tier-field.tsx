import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTeamId } from '#console/session/team.ts';
import { SelectField } from '#console/ui/select-field.tsx';
import { TextField } from '#console/ui/text-field.tsx';
import { knownTiers } from './known-tiers.ts';
import type { MemberFormValues } from './member-form-values.ts';
import { readPages } from './members-queries.ts';

/** Stands for a tier that no member in sight is in. */
const OTHER = 'other';

/** The tier that is assigned, among those that were seen, or by its id; with what the change does. */
export function TierField() {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { control, setValue, register, formState } = useFormContext<MemberFormValues>();
  const tierId = useWatch({ control, name: 'current_tier_id' });
  const initialId = formState.defaultValues?.current_tier_id ?? '';
  const tiers = knownTiers(readPages(queryClient, teamId).flatMap(({ page }) => page.members));
  const [isOther, setIsOther] = useState(
    tierId !== '' && !tiers.some((tier) => tier.id === tierId),
  );
  const hint = tierId !== initialId && initialId !== '' ? CHANGE_HINT : undefined;

  function handleChange(choice: string) {
    setIsOther(choice === OTHER);
    setValue('current_tier_id', choice === OTHER ? '' : choice, { shouldDirty: true });
  }

  return (
    <>
      <SelectField
        label="Tier"
        hint={isOther ? undefined : hint}
        value={isOther ? OTHER : tierId}
        onChange={({ target }) => handleChange(target.value)}
      >
        {initialId === '' && <option value="">As earned</option>}
        {tiers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={OTHER}>Another tier, by its ID</option>
      </SelectField>
      {isOther && (
        <TextField
          label="Tier ID"
          hint={hint}
          error={formState.errors.current_tier_id?.message}
          autoComplete="off"
          spellCheck={false}
          {...register('current_tier_id')}
        />
      )}
    </>
  );
}

/** What the service does with the qualified points (loyalty.md, Member, rule 3). */
const CHANGE_HINT =
  'Into a lower tier: qualified points are recalculated when the member next earns points. Into a higher one: at the next deduction, and the member goes down again without enough points. With period-based tiers it is checked at the end of each period.';
