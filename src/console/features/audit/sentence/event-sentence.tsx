import { actorLabel } from '#console/shared/audit/audit-labels.ts';
import { Avatar } from '#console/ui/row/avatar.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { sentenceParts } from './audit-sentence.ts';
import styles from './event-sentence.module.css';

interface EventSentenceProps {
  readonly event: AuditEvent;
  /** Adds the ID of the item, where another one has the same name. */
  readonly showsId?: boolean;
}

/** Who did what, after the initials of who did it. */
export function EventSentence({ event, showsId = false }: EventSentenceProps) {
  return (
    <span className={styles.sentence}>
      <Avatar name={actorLabel(event.actor)} />
      <span>
        {sentenceParts(event).map(({ text, isName }, index) => {
          const key = `${index} ${text}`;
          return isName ? <b key={key}>{text}</b> : <span key={key}>{text}</span>;
        })}
        {showsId && <small> · {event.subject.id}</small>}
      </span>
    </span>
  );
}
