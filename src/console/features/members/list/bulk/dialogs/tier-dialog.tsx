import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { knownTiers } from '#console/features/members/known-tiers.ts';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { useCachedMembers } from '#console/features/members/members-queries.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { ChangeDialog } from './change-dialog.tsx';

/** Moves the selected members to a tier. */
export function TierDialog({ selection, onStarted, onClose }: JobDialogProps) {
  const [teamId, api] = [useTeamId(), useApi()];
  const { data: facets } = useQuery(facetsQuery(api, teamId));
  const { data: program } = useQuery(programQuery(api, teamId));
  const tiers = knownTiers(useCachedMembers(teamId), facets?.tiers, program?.tiers);
  const [tierId, setTierId] = useState('');
  const start = useStartJob(onStarted);
  const members = formatCount(selection.count, 'member');
  const error = toUserFacingError(start.error, 'No tiers were changed');

  function handleSubmit() {
    if (tierId === '') return;
    start.mutate({ kind: 'change', selection: selection.forJob, change: { tier_id: tierId } });
  }
  return (
    <ChangeDialog
      selection={selection}
      title={`Change the tier of ${members}`}
      action="Change tier"
      disabledReason={tierId === '' ? 'Choose a tier' : undefined}
      error={error}
      isPending={start.isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <SelectField
        label="Tier"
        value={tierId}
        hint="Points don't change. The tier is recalculated the next time points are earned (after a move down) or deducted (after a move up)."
        onChange={({ target }) => setTierId(target.value)}
      >
        {tierId === '' && <option value="">Choose a tier</option>}
        {tiers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </ChangeDialog>
  );
}
