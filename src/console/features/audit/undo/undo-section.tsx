import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { subjectLabel, subjectPath } from '#console/features/audit/sentence/audit-event-labels.ts';
import { useTeamId } from '#console/session/team.ts';
import { explainUndoError, type Undo, type UndoPlan } from '#console/shared/audit/undo.ts';
import { Button } from '#console/ui/button/button.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
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
      {undo && plan ? (
        <UndoOffer {...{ event, undo, plan }} />
      ) : (
        <Obstacle subject={event.subject} text={obstacle ?? undoObstacle(event)} />
      )}
    </PanelSection>
  );
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
  const { showSuccess } = useToast();
  const mutation = useMutation({
    mutationFn: () => undo.apply(event),
    onSuccess: () => showSuccess(`The change to ${subjectLabel(event.subject)} was undone.`),
    // The log has a new entry then, or shows who else changed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['teams', teamId] }),
  });
  const error = explainUndoError(mutation.error);
  const { steps, kept, note } = plan;
  if (mutation.isSuccess) {
    return (
      <p className={styles.note}>
        You undid this change. The log has a separate entry for the undo.
      </p>
    );
  }
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
