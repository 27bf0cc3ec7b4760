import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { type AuditEvent, listAuditEvents, undoneEventId } from '#contract/audit/audit-events.ts';
import {
  actionLabel,
  eventActorLabel,
  eventLabel,
  fieldLabel,
  namedChanges,
  valueLabel,
} from './audit-labels.ts';
import styles from './item-changes.module.css';
import { isSuperseded, type Undo } from './undo.ts';
import { UndoDialog } from './undo-dialog.tsx';

const MAX_EVENTS = 5;
/** More changed fields are shown as a count. */
const MAX_FIELDS = 4;

/** What the audit log calls a member, an account or a domain. */
export interface AuditSubject {
  readonly type: 'member' | 'account' | 'domain';
  readonly id: string;
}

interface ItemChangesProps {
  readonly audit: Client;
  readonly subject: AuditSubject;
  /** The key prefix of the item's queries, so that what refetches the item refetches its changes. */
  readonly itemsKey: QueryKey;
  /** Left out for items whose changes can't be undone. */
  readonly undo?: Undo;
}

/** A card's section with the latest changes of one item, from the audit log; nothing if there are none. */
export function ItemChanges({ audit, subject, itemsKey, undo }: ItemChangesProps) {
  const teamId = useTeamId();
  const query = useQuery(itemChangesQuery(audit, teamId, subject, itemsKey));
  const [chosen, setChosen] = useState<AuditEvent>();
  // Those that were undone here: the list says so once it is read again.
  const [undoneIds, setUndoneIds] = useState<readonly string[]>([]);
  const { data } = query;
  const loadError = data ? undefined : toUserFacingError(query.error, "Couldn't load the changes");
  const search = new URLSearchParams({ subject_type: subject.type, subject_id: subject.id });
  const log = `${paths.auditLog(teamId)}?${search}`;
  if (data?.total === 0) return null;
  if (!data) {
    return (
      <CardSection title="Changes">
        {loadError ? (
          <ErrorState
            error={loadError}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton height={96} />
        )}
      </CardSection>
    );
  }
  return (
    <CardSection title="Changes">
      <ul className={styles.events}>
        {data.events.map((event, index) => (
          <li key={event.id} className={styles.event}>
            <div className={styles.words}>
              <ChangedFields event={event} />
              <p className={styles.note}>
                {undoneEventId(event) === undefined ? '' : 'Undone by '}
                {eventActorLabel(event)}, <RelativeTime at={event.at} />
              </p>
            </div>
            {undo?.plan(event) &&
              !undoneIds.includes(event.id) &&
              !isSuperseded(event, data.events.slice(0, index)) && (
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`Undo: ${actionLabel(event.action)}, ${event.changes.map(({ field }) => fieldLabel(field)).join(', ')}`}
                  disabledReason={undo.disabledReason}
                  onClick={() => setChosen(event)}
                >
                  Undo
                </Button>
              )}
          </li>
        ))}
      </ul>
      <Link to={log} className={styles.all}>
        {data.total > data.events.length
          ? `All ${formatCount(data.total, 'change')} in the audit log`
          : 'Show in the audit log'}
      </Link>
      {undo && chosen && (
        <UndoDialog
          event={chosen}
          undo={undo}
          itemsKey={itemsKey}
          onUndone={() => setUndoneIds((ids) => [...ids, chosen.id])}
          onClose={() => setChosen(undefined)}
        />
      )}
    </CardSection>
  );
}

/** "Status Active → Blocked" for each field; what was done where that says more. */
function ChangedFields({ event }: { readonly event: AuditEvent }) {
  const changes = namedChanges(event);
  if (!event.action.endsWith('.update') || changes.length === 0) {
    return <p className={styles.action}>{eventLabel(event)}</p>;
  }
  const rest = changes.length - MAX_FIELDS;
  return (
    <>
      {changes.slice(0, MAX_FIELDS).map(({ field, before, after }) => (
        <p key={field}>
          <span className={styles.action}>{fieldLabel(field)}</span> {valueLabel(before, field)} →{' '}
          {valueLabel(after, field)}
        </p>
      ))}
      {rest > 0 && <p className={styles.note}>and {formatCount(rest, 'more field')}</p>}
    </>
  );
}

function itemChangesQuery(
  audit: Client,
  teamId: string,
  { type, id }: AuditSubject,
  itemsKey: QueryKey,
) {
  return queryOptions({
    queryKey: [...itemsKey, 'changes', id] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId };
      const query = { subject_type: type, subject_id: id, count: MAX_EVENTS };
      const { data, total } = await audit.request(listAuditEvents, { params, query, signal });
      return { total, events: data };
    },
  });
}
