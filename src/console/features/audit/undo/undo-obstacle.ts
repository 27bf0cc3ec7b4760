import type { AuditEvent } from '#contract/audit/audit-events.ts';

/** Why changes of a kind can't be undone from their entry, and what to do instead, in braces with a link. */
const OBSTACLES: Readonly<Record<string, string>> = {
  'account.create': 'To undo this, delete the account on {its page}.',
  'account.reauthorize':
    'The old authorization no longer exists. You can reauthorize {the account}.',
  'account.delete': "A deleted account can't be restored. Connect it again.",
  'domain.create': 'To undo this, delete the domain on {its page}.',
  'domain.delete': "A deleted domain can't be restored. Add it again.",
  'domain.retry_certificate': 'A check changes nothing that could be undone.',
  'member.create': 'To undo this, delete the member on {their page}.',
  'member.update': "The values that were changed can't be set back from here. Edit {the member}.",
  'member.delete': "A deleted member can't be restored.",
  'invitation.create': 'To undo this, withdraw the invitation on the {People page}.',
  'invitation.resend':
    "An email that was sent can't be taken back. Withdraw the invitation on the {People page}.",
  'invitation.accept': 'To undo this, remove the person on the {People page}.',
  'invitation.delete': 'To undo this, send a new invitation on the {People page}.',
  'person.create': 'To undo this, remove the person on the {People page}.',
  'person.delete': 'To undo this, invite the person again on the {People page}.',
  'person.keep':
    'Nothing was changed. Make someone else an administrator on the {People page} instead.',
  'view.create': 'To undo this, delete the view on the {Members page}.',
  'view.update': 'Change the view on the {Members page} instead.',
  'view.delete': "A deleted view can't be restored. Save it again on the {Members page}.",
  'job.start': 'Of an import, only the points can be undone, on the {Jobs page}.',
  'job.cancel': 'To undo this, continue the job on the {Jobs page}.',
  'job.retry': 'Undo the job that was retried instead.',
  'key.rotate': "Keys can't be set back.",
};

const POINTS = "Points can't be set back from here. Adjust them on {the member's page}.";
const WITHOUT_EFFECT = /\.(download|send|replay|start|stop)$/;

/** Says why an event can't be undone. The text in braces links the page of its item. */
export function undoObstacle({ action }: Pick<AuditEvent, 'action'>): string {
  const known = OBSTACLES[action];
  if (known !== undefined) return known;
  if (action.startsWith('points.')) return POINTS;
  if (WITHOUT_EFFECT.test(action)) return 'This changed nothing that could be undone.';
  return "A change of this kind can't be undone from here.";
}
