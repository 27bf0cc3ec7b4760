import type { InboxEvent } from '#contract/gateway/inbox.ts';

interface EventDiagnosis {
  readonly tone: 'red' | 'amber';
  readonly title: string;
  readonly text: string;
}

/** Explains why an event failed, is malformed, is about nobody or was not read completely; undefined if nothing is wrong. */
export function diagnoseEvent(event: InboxEvent): EventDiagnosis | undefined {
  const { state, reason, member_id: memberId, unknown_member: isUnknown } = event;
  if (state === 'failed') {
    return {
      tone: 'red',
      title: "The event couldn't be processed",
      text: `${reason ?? "Its data couldn't be stored."} Nothing from it was saved. Replaying it will fail again until Patron is updated.`,
    };
  }
  if (state === 'malformed') {
    return {
      tone: 'red',
      title: 'The event is malformed',
      text: `${reason ?? ''} It is stored as received. The other events in its request are processed.`.trim(),
    };
  }
  if (isUnknown) {
    return {
      tone: 'amber',
      title: `No member has the ID ${memberId}`,
      text: 'The member was deleted, or the sender uses another ID or program. The event is stored, and no member was changed.',
    };
  }
  if (reason === null) return undefined;
  return {
    tone: 'amber',
    title: "Some of this event couldn't be read",
    text: `${reason} Everything else in it is used.`,
  };
}
