import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { SidePanel, SidePanelBody, SidePanelFooter } from '#console/ui/overlay/side-panel.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './form-shell.module.css';
import { useLeaveConfirmation } from './use-leave-confirmation.ts';

interface FormShellProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** What the form edits is still being read: placeholders stand where the fields will. */
  readonly loading: boolean;
  /** What the server refused as a whole; what it said of single fields stands at those. */
  readonly submitError: UserFacingError | undefined;
  /** The submission is under way. */
  readonly submitting: boolean;
  /** Names the act: "Add domain". */
  readonly submitLabel: string;
  /** Why it can't be submitted: a scope that is missing, say. */
  readonly disabledReason?: string | undefined;
  /** Something was typed: leaving asks first. */
  readonly dirty: boolean;
  /** Goes on `<form>`; react-hook-form's `handleSubmit(...)`. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A create or edit form in a side panel: every such form of the console stands in one of these. */
export function FormShell(props: FormShellProps) {
  const { loading, submitError, submitting, dirty, onClose } = props;
  const { leave, question } = useLeaveConfirmation(dirty, submitting);
  const errorRef = useRef<HTMLDivElement>(null);
  const formRef = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (submitError) errorRef.current?.focus();
  }, [submitError]);
  useEffect(() => {
    // The panel took the focus itself while there was no field to take it.
    if (loading || !document.activeElement?.contains(formRef.current)) return;
    formRef.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [loading]);

  const handleClose = () => leave(onClose);

  return (
    <SidePanel title={props.title} description={props.description} onClose={handleClose}>
      <form
        ref={formRef}
        noValidate
        className={styles.form}
        aria-busy={loading || undefined}
        onSubmit={props.onSubmit}
      >
        <SidePanelBody>
          {submitError && <ErrorNotice ref={errorRef} error={submitError} />}
          {loading ? <FieldPlaceholders /> : props.children}
        </SidePanelBody>
        <SidePanelFooter>
          <Button variant="ghost" onClick={handleClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={submitting}
            disabledReason={loading ? 'Still loading' : props.disabledReason}
          >
            {props.submitLabel}
          </Button>
        </SidePanelFooter>
      </form>
      {question && (
        <ConfirmDialog
          title="Discard your changes?"
          action="Discard changes"
          pending={false}
          error={undefined}
          onConfirm={question.confirm}
          onCancel={question.cancel}
        >
          <p>
            {submitting
              ? 'What you typed has been sent, and may be saved all the same.'
              : 'What you typed has not been saved.'}
          </p>
        </ConfirmDialog>
      )}
    </SidePanel>
  );
}

function FieldPlaceholders() {
  return ['first', 'second', 'third'].map((key) => (
    <div key={key} className={styles.placeholder}>
      <Skeleton width="96px" />
      <Skeleton height={36} />
    </div>
  ));
}
