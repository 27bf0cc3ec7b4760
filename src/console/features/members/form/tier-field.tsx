import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useApi } from '#console/api/api-context.ts';
import { knownTiers } from '#console/features/members/known-tiers.ts';
import { FIRST_PAGE } from '#console/features/members/list/members-view.ts';
import { membersQuery, useCachedMembers } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import type { MemberFormValues } from './member-form-values.ts';

/** Stands for a tier that no member in sight is in. */
const OTHER = 'other';

/** The tier that is assigned, among those that were seen, or by its id; with what the change does. */
export function TierField() {
  const teamId = useTeamId();
  // The API has no list of tiers: they are those of the members that were read, one page at least.
  useQuery(membersQuery(useApi(), teamId, FIRST_PAGE));
  const tiers = knownTiers(useCachedMembers(teamId));
  const { control, setValue, register, formState } = useFormContext<MemberFormValues>();
  const tierId = useWatch({ control, name: 'current_tier_id' });
  const initialId = formState.defaultValues?.current_tier_id ?? '';
  const [wantsOther, setWantsOther] = useState(false);
  const isOther = wantsOther || (tierId !== '' && !tiers.some(({ id }) => id === tierId));
  const hint = tierId === initialId ? undefined : CHANGE_HINT;
  const error = formState.errors.current_tier_id?.message;

  function handleChange(choice: string) {
    setWantsOther(choice === OTHER);
    setValue('current_tier_id', choice === OTHER ? '' : choice, {
      shouldDirty: true,
      shouldValidate: true,
    });
  }

  return (
    <>
      <SelectField
        label={FIELD_LABELS.current_tier_id}
        {...(isOther ? {} : { hint, error })}
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
          error={error}
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
  'In a lower tier qualified points are recalculated when the member next earns points; in a higher one at the next deduction, and without enough points the member goes down again. With period-based tiers: at the end of each period.';
