import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import type { ToastAction } from '#console/ui/feedback/toasts.ts';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';

interface UndoOptions {
  /**
   * Sets the old value back, as a new change.
   *
   * @returns the toast after it: "Jane is active again", or why it wasn't undone
   */
  readonly undo: () => Promise<string | UserFacingError>;
  /** The title if it fails: "The member wasn't blocked". */
  readonly errorTitle: string;
}

/** The toast action "Undo". The component that made the change may be gone by then. */
export function useUndoAction(): (options: UndoOptions) => ToastAction {
  return ({ undo, errorTitle }) => ({
    label: 'Undo',
    onSelect: () => {
      undo().then(
        (result) => (typeof result === 'string' ? showSuccess(result) : showError(result)),
        (error: unknown) => {
          const message = toUserFacingError(error, errorTitle);
          // Undefined if the user canceled the password dialog.
          if (message) showError(message);
        },
      );
    },
  });
}
