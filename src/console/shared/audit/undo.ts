import type { AuditEvent } from '#contract/audit/audit-events.ts';

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
}

/** How the changes of an item are undone. */
export interface Undo {
  /** Undefined if nothing of the event can be undone. */
  readonly plan: (event: AuditEvent) => UndoPlan | undefined;
  /**
   * Makes a new change that sets the values back.
   *
   * @throws {UndoConflictError} if a value is another one by now; nothing changes then
   */
  readonly apply: (event: AuditEvent) => Promise<void>;
  /** Why the user can't undo anything. */
  readonly disabledReason: string | undefined;
}

/** A value that has changed since the event. */
export interface UndoConflict {
  readonly label: string;
  readonly current: string;
}

export class UndoConflictError extends Error {
  readonly conflicts: readonly UndoConflict[];

  constructor(conflicts: readonly UndoConflict[]) {
    super('A value has changed since the event');
    this.conflicts = conflicts;
  }
}
