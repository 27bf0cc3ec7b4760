import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { SidePanel, SidePanelBody, SidePanelFooter } from '#console/ui/overlay/side-panel.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import styles from './form-shell.module.css';
import { useLeaveConfirmation } from './use-leave-confirmation.ts';

interface FormShellProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** `medium` for `FormSection`s with two columns. */
  readonly size?: 'normal' | 'medium';
  /** Shows placeholders while the edited item loads. */
  readonly loading: boolean;
  /** The error of the whole form. Errors of fields are shown at the fields. */
  readonly submitError: UserFacingError | undefined;
  readonly submitting: boolean;
  /** Names the action: "Add domain". */
  readonly submitLabel: string;
  /** Why it can't be submitted. */
  readonly disabledReason?: string | undefined;
  /** Why the user can only view the item. It is shown first, and the fields are disabled. */
  readonly readOnlyReason?: string | undefined;
  /** What to know before submitting again, above the fields. */
  readonly notice?: ReactNode;
  /** Whether there are unsaved changes: leaving asks first. */
  readonly dirty: boolean;
  /** What the form creates: "the invitation". Left out for the changes of an item. */
  readonly draft?: string;
  /** For example react-hook-form's `handleSubmit(...)`. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A create or edit form in a side panel. Asks before unsaved changes are lost. */
export function FormShell(props: FormShellProps) {
  const { loading, submitError, submitting, dirty, onClose, readOnlyReason } = props;
  const { leave, question } = useLeaveConfirmation(dirty, submitting);
  const errorRef = useRef<HTMLDivElement>(null);
  const formRef = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (submitError) errorRef.current?.focus();
  }, [submitError]);
  useEffect(() => {
    // While loading there was no field, so the panel has the focus.
    if (loading || !document.activeElement?.contains(formRef.current)) return;
    formRef.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [loading]);

  const handleClose = () => leave(onClose);

  return (
    <SidePanel
      title={props.title}
      description={props.description}
      size={props.size ?? 'normal'}
      onClose={handleClose}
    >
      <form
        ref={formRef}
        noValidate
        className={styles.form}
        aria-busy={loading || undefined}
        {...keepButtonsInPlace}
        onSubmit={props.onSubmit}
      >
        <SidePanelBody>
          {submitError && <ErrorNotice ref={errorRef} error={submitError} />}
          {props.notice}
          {readOnlyReason !== undefined && <p className={styles.readOnly}>{readOnlyReason}</p>}
          {loading ? (
            <FieldPlaceholders />
          ) : (
            <fieldset disabled={readOnlyReason !== undefined} className={styles.fields}>
              {props.children}
            </fieldset>
          )}
        </SidePanelBody>
        <SidePanelFooter>
          <Button variant="ghost" onClick={handleClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={submitting}
            disabledReason={loading ? 'Still loading' : (readOnlyReason ?? props.disabledReason)}
          >
            {props.submitLabel}
          </Button>
        </SidePanelFooter>
      </form>
      <DiscardDialog question={question} submitting={submitting} draft={props.draft} />
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

const findButton = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('button') : null;

/**
 * Props of a form that validates fields when they lose the focus. The message of an invalid field
 * moves what is below it, so a pressed button takes the focus only once the click has reached it.
 */
export const keepButtonsInPlace = {
  onMouseDown(event: MouseEvent) {
    if (findButton(event)) event.preventDefault();
  },
  onClickCapture(event: MouseEvent) {
    const button = findButton(event);
    if (button && document.activeElement !== button) button.focus();
  },
};
