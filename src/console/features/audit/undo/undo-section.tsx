import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { undoingEventQuery } from '#console/features/audit/audit-queries.ts';
import { subjectLabel, subjectPath } from '#console/features/audit/sentence/audit-event-labels.ts';
import { formatClockTime } from '#console/lib/dates/format-date.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { actorLabel } from '#console/shared/audit/audit-labels.ts';
import { explainUndoError, type Undo, type UndoPlan } from '#console/shared/audit/undo.ts';
import { Button } from '#console/ui/button/button.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { undoObstacle } from './undo-obstacle.ts';
import styles from './undo-section.module.css';

interface UndoSectionProps {
  readonly event: AuditEvent;
  /** Left out for changes that can't be undone. */
  readonly undo?: Undo;
  /** Replaces the reason why nothing of the event can be undone. */
  readonly obstacle?: string | undefined;
}

/** What an undo would set back and the button for it, or why the change can't be undone. */
export function UndoSection({ event, undo, obstacle }: UndoSectionProps) {
  const plan = undo?.plan(event);
  return (
    <PanelSection title="Undo">
      {!undo || !plan ? (
        <Obstacle subject={event.subject} text={obstacle ?? undoObstacle(event)} />
      ) : undo.findConflicts ? (
        <CheckedUndo {...{ event, undo, plan }} />
      ) : (
        <UndoOffer {...{ event, undo, plan }} />
      )}
    </PanelSection>
  );
}

/** Offers the undo only while the values are still as the change left them. */
function CheckedUndo(props: UndoOfferProps) {
  const { event, undo } = props;
  const { audit } = useApi();
  const teamId = useTeamId();
  const undoing = useQuery(undoingEventQuery(audit, teamId, event));
  const conflicts = useQuery({
    queryKey: ['teams', teamId, 'audit', 'conflicts', event.id],
    queryFn: () => undo.findConflicts?.(event) ?? [],
    // An error says nothing about the values: the undo compares them again.
    retry: false,
  });
  if (isQueryLoading(undoing) || isQueryLoading(conflicts)) return <Skeleton height={64} />;
  if (undoing.data) {
    const { id, actor, at } = undoing.data;
    return (
      <p className={styles.note}>
        <Link to={paths.auditEvent(teamId, id)}>
          Undone by {actorLabel(actor)}, {formatClockTime(new Date(at), new Date())}
        </Link>
      </p>
    );
  }
  if (conflicts.data && conflicts.data.length > 0) {
    return (
      <p className={styles.note}>
        This can't be undone anymore, because it was changed again. {conflicts.data.join(' ')}
      </p>
    );
  }
  return <UndoOffer {...props} />;
}

interface ObstacleProps extends Pick<AuditEvent, 'subject'> {
  readonly text: string;
}

function Obstacle({ subject, text }: ObstacleProps) {
  const page = subjectPath(useTeamId(), subject);
  const [before, link, after] = text.split(/[{}]/);
  return (
    <p className={styles.note}>
      {before}
      {page === undefined || link === undefined ? link : <Link to={page}>{link}</Link>}
      {after}
    </p>
  );
}

interface UndoOfferProps {
  readonly event: AuditEvent;
  readonly undo: Undo;
  readonly plan: UndoPlan;
}

function UndoOffer({ event, undo, plan }: UndoOfferProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => undo.apply(event),
    onSuccess: () => showSuccess(`The change to ${subjectLabel(event.subject)} was undone`),
    // The log has a new entry then, or shows who else changed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['teams', teamId] }),
  });
  const error = explainUndoError(mutation.error);
  const { steps, kept, note } = plan;
  if (mutation.isSuccess) return <p className={styles.note}>You undid this change.</p>;
  return (
    <div className={styles.offer}>
      {steps.length > 0 && (
        <DescriptionList
          items={steps.map(({ label, from, to }) => ({ term: label, value: `${from} → ${to}` }))}
        />
      )}
      {note && <p className={styles.note}>{note}</p>}
      {kept.length > 0 && (
        <p className={styles.note}>
          {new Intl.ListFormat('en').format(kept)} can't be undone and won't change.
        </p>
      )}
      {error && <ErrorNotice error={error} />}
      <Button
        loading={mutation.isPending}
        disabledReason={undo.disabledReason}
        onClick={() => mutation.mutate()}
      >
        Undo this change
      </Button>
    </div>
  );
}
