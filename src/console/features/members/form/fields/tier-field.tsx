import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useApi } from '#console/api/api-context.ts';
import { FIELD_LABELS } from '#console/features/members/form/field-labels.ts';
import { fieldMessage } from '#console/features/members/form/member-form-errors.ts';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import { knownTiers } from '#console/features/members/known-tiers.ts';
import { membersQuery, useCachedMembers } from '#console/features/members/members-queries.ts';
import { FIRST_PAGE } from '#console/features/members/members-view.ts';
import { useSupportLimits } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { describeTierChange } from './describe-tier-change.ts';

/** The option for a tier that isn't in the list. */
const OTHER = 'other';

interface TierFieldProps {
  /** The saved member; undefined for a new one. */
  readonly member: Member | undefined;
}

/** Chooses a known tier, or any by its ID, and explains what a change does. */
export function TierField({ member }: TierFieldProps) {
  const teamId = useTeamId();
  const api = useApi();
  const { data: facets, isError } = useQuery(facetsQuery(api, teamId));
  // Without the directory, offer the tiers of the loaded members, of at least one page.
  const hasNoFacets = !api.directory || facets === null || isError;
  useQuery({ ...membersQuery(api, teamId, FIRST_PAGE), enabled: hasNoFacets });
  const { data: program } = useQuery(programQuery(api, teamId));
  const tiers = knownTiers(useCachedMembers(teamId), facets?.tiers, program?.tiers);
  const { control, setValue, register, formState } = useFormContext<MemberFormValues>();
  const tierId = useWatch({ control, name: 'current_tier_id' });
  const initialId = formState.defaultValues?.current_tier_id ?? '';
  const [isOtherChosen, setIsOtherChosen] = useState(false);
  const isOther = isOtherChosen || (tierId !== '' && !tiers.some(({ id }) => id === tierId));
  const chosenName = tiers.find(({ id }) => id === tierId)?.name;
  const hint =
    tierId === initialId
      ? undefined
      : describeTierChange(member, { id: tierId, name: chosenName }, program?.tiers);
  const { tierReason } = useSupportLimits();
  const message = fieldMessage(formState.errors.current_tier_id);

  function handleChange(choice: string) {
    setIsOtherChosen(choice === OTHER);
    setValue('current_tier_id', choice === OTHER ? '' : choice, {
      shouldDirty: true,
      shouldValidate: true,
    });
  }

  return (
    <>
      <SelectField
        label={FIELD_LABELS.current_tier_id}
        {...(isOther ? {} : { hint: tierReason ?? hint, ...message })}
        disabled={tierReason !== undefined}
        value={isOther ? OTHER : tierId}
        onChange={({ target }) => handleChange(target.value)}
      >
        {initialId === '' && <option value="">Based on points</option>}
        {tiers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={OTHER}>Other (enter ID)</option>
      </SelectField>
      {isOther && tierReason === undefined && (
        <TextField
          label="Tier ID"
          hint={hint}
          {...message}
          autoComplete="off"
          spellCheck={false}
          {...register('current_tier_id')}
        />
      )}
    </>
  );
}
