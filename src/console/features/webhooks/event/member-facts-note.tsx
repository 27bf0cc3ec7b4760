import { Link } from 'react-router';
import styles from '#console/features/webhooks/item-page.module.css';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { InboxEvent } from '#contract/gateway/inbox.ts';

/** Whether events have told something newer of the member since, and which one told it last. */
export function MemberFactsNote({ event }: { readonly event: InboxEvent }) {
  const teamId = useTeamId();
  const facts = event.member_facts;
  // Nothing is known before the first event is worked on, or where an inbox does not say.
  if (!facts) return null;
  if (facts.event_id === event.id) {
    return <p className={styles.muted}>No event tells anything newer of this member.</p>;
  }
  return (
    <p className={styles.muted}>
      <Link to={paths.webhookEvent(teamId, facts.event_id)}>Another event</Link> tells what is
      newest of this member, as of <RelativeTime at={facts.as_of} />.
    </p>
  );
}
