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
import { formatFilterValue } from '#console/shared/members/filter-labels.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { JobChange } from '#contract/gateway/job.ts';
import { EMAIL_SUBSCRIPTION_STATUSES, MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { UnchangedNote } from './unchanged-note.tsx';
import { useMatchingCount } from './use-matching-count.ts';

/** A field of members that is set to one of a few values. */
interface ValueChange {
  /** "Change the … of 3 members". */
  readonly subject: string;
  readonly label: string;
  readonly action: string;
  /** What is to be chosen. */
  readonly placeholder: string;
  readonly errorTitle: string;
  /** What follows from a value; of each of them, or the same for all. */
  readonly consequences: string | Readonly<Record<string, string>>;
  readonly values: readonly string[];
  readonly changeTo: (value: string) => JobChange;
  /** The members who have the value already. */
  readonly filterBy: (value: string) => object;
}

const CHANGES = {
  status: {
    subject: 'status',
    label: 'Status',
    action: 'Change status',
    placeholder: 'Choose a status',
    errorTitle: 'No statuses were changed',
    consequences: {
      active: 'They can earn and redeem points.',
      blocked: "They can't earn or redeem points while blocked. They keep their points.",
      opted_out:
        "For members who chose to leave the program. They can't earn or redeem points until you reactivate them.",
    },
    values: MEMBER_STATUSES,
    changeTo: (status) => ({ status }) as JobChange,
    filterBy: (status) => ({ status: [status] }),
  },
  subscription: {
    subject: 'email subscription',
    label: 'Email subscription',
    action: 'Change subscription',
    placeholder: 'Choose a subscription',
    errorTitle: 'No subscriptions were changed',
    consequences: {
      subscribed: 'They can get marketing emails. Subscribe only members who have agreed to them.',
      unsubscribed: 'They get no marketing emails until they subscribe again.',
    },
    values: EMAIL_SUBSCRIPTION_STATUSES,
    changeTo: (subscription) => ({ subscription }) as JobChange,
    filterBy: (subscription) => ({ subscription: [subscription] }),
  },
  tier: {
    subject: 'tier',
    label: 'Tier',
    action: 'Change tier',
    placeholder: 'Choose a tier',
    errorTitle: 'No tiers were changed',
    consequences:
      "Points don't change. The tier is recalculated the next time points are earned (after a move down) or deducted (after a move up).",
    values: [],
    changeTo: (tier_id) => ({ tier_id }),
    filterBy: (tier) => ({ tier: [tier] }),
  },
} satisfies Record<string, ValueChange>;

interface ValueDialogProps extends JobDialogProps {
  readonly field: keyof typeof CHANGES;
}

export function ValueDialog({ field, selection, onStarted, onClose }: ValueDialogProps) {
  const change: ValueChange = CHANGES[field];
  const tiers = useTiers(field === 'tier');
  const [value, setValue] = useState('');
  const start = useStartJob(onStarted);
  const filter = value === '' ? undefined : (change.filterBy(value) as DirectoryFilter);
  const unchanged = useMatchingCount(selection, filter);
  const { consequences } = change;
  const options =
    field === 'tier'
      ? tiers
      : change.values.map((id) => ({ id, name: formatFilterValue(field, id) }));
  return (
    <ChangeDialog
      selection={selection}
      title={`Change the ${change.subject} of ${formatCount(selection.count, 'member')}`}
      action={change.action}
      disabledReason={value === '' ? change.placeholder : undefined}
      error={toUserFacingError(start.error, change.errorTitle)}
      isPending={start.isPending}
      onSubmit={() => {
        if (value === '') return;
        const { forJob } = selection;
        start.mutate({ kind: 'change', selection: forJob, change: change.changeTo(value) });
      }}
      onClose={onClose}
    >
      <SelectField
        label={change.label}
        value={value}
        hint={typeof consequences === 'string' ? consequences : consequences[value]}
        onChange={({ target }) => setValue(target.value)}
      >
        {value === '' && <option value="">{change.placeholder}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <UnchangedNote unchanged={unchanged} count={selection.count} />
    </ChangeDialog>
  );
}

function useTiers(isNeeded: boolean) {
  const [teamId, api] = [useTeamId(), useApi()];
  const { data: facets } = useQuery({ ...facetsQuery(api, teamId), enabled: isNeeded });
  const { data: program } = useQuery({ ...programQuery(api, teamId), enabled: isNeeded });
  return knownTiers(useCachedMembers(teamId), facets?.tiers, program?.tiers);
}
