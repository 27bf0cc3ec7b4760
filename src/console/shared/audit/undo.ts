import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { type AuditEvent, undoneEventId } from '#contract/audit/audit-events.ts';

/** A field that an undo sets back. */
export interface UndoStep {
  readonly label: string;
  /** The value now, and the one it gets. */
  readonly from: string;
  readonly to: string;
}

export interface UndoPlan {
  readonly steps: readonly UndoStep[];
  /** Labels of the changed fields that can't be set back. */
  readonly kept: readonly string[];
  /** What else the undo does, in a sentence. */
  readonly note?: string;
}

/** How the changes of an item are undone. */
export interface Undo {
  /** Undefined if nothing of the event can be undone. */
  readonly plan: (event: AuditEvent) => UndoPlan | undefined;
  /** What is different now, each in a sentence: "Status is now Blocked." Left out for jobs. */
  readonly findConflicts?: (event: AuditEvent) => Promise<readonly string[]>;
  /**
   * Makes a new change that sets the values back.
   *
   * @throws {UndoConflictError} if a value is another one by now; nothing changes then
   */
  readonly apply: (event: AuditEvent) => Promise<void>;
  /** Why the user can't undo anything. */
  readonly disabledReason: string | undefined;
}

export class UndoConflictError extends Error {
  /** The fields that `findConflicts` returned. */
  readonly conflicts: readonly string[];

  constructor(conflicts: readonly string[]) {
    super('A value has changed since the event');
    this.conflicts = conflicts;
  }
}

/**
 * Whether a newer change of the same item set one of the fields again. Tags are compared one by one when the
 * undo is made.
 *
 * @param newer of the same item, complete back to the event
 */
export function isSuperseded(event: AuditEvent, newer: readonly AuditEvent[]): boolean {
  const fields = event.changes.map(({ field }) => field).filter((field) => field !== 'member_tags');
  return newer.some(
    (later) =>
      undoneEventId(later) === event.id ||
      later.changes.some(({ field }) => fields.includes(field)),
  );
}

/** Why an undo failed; undefined if the user canceled it. */
export function explainUndoError(error: unknown): UserFacingError | undefined {
  const title = "The change wasn't undone";
  if (!(error instanceof UndoConflictError)) return toUserFacingError(error, title);
  return {
    title,
    detail: `Someone has changed it since. ${error.conflicts.join(' ')} Edit it by hand if you still want to change it.`,
  };
}
