import { Check, Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDate } from '#console/lib/dates/format-date.ts';
import { saveFile } from '#console/lib/save-file.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useCopy } from '#console/ui/data/use-copy.ts';
import { useLeaveConfirmation } from '#console/ui/form/use-leave-confirmation.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import styles from './recovery-codes-dialog.module.css';
import { recoveryCodesText } from './recovery-codes-text.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  /** The user says that they are saved. */
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Shows new recovery codes, which can't be shown again. Confirms before closing with unsaved codes. */
export function RecoveryCodesDialog({ codes, onSaved, onClose }: RecoveryCodesDialogProps) {
  const { data: user } = useCurrentUser();
  const [isSaved, setIsSaved] = useState(false);
  const { leave, question } = useLeaveConfirmation(!isSaved);
  const text = recoveryCodesText(codes, user?.label, new Date());

  return (
    <>
      <Dialog
        title="Save your recovery codes"
        description="You won't see these again. Each works once when you can't use your other methods."
        closesOnBackdrop={false}
        onClose={() => leave(onClose)}
      >
        <ol aria-label="Recovery codes" className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.actions}>
          <CopyCodes text={text} />
          <Button
            icon={<Download />}
            onClick={() =>
              saveFile(new Blob([text], { type: 'text/plain' }), 'patron-recovery-codes.txt')
            }
          >
            Download
          </Button>
          <Button icon={<Printer />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
        <label className={styles.confirmation}>
          <input
            type="checkbox"
            checked={isSaved}
            onChange={(event) => setIsSaved(event.target.checked)}
          />
          I've saved these codes
        </label>
        <DialogFooter>
          <Button
            variant="primary"
            disabledReason={isSaved ? undefined : 'Save the codes first, then check the box'}
            onClick={() => {
              onSaved();
              onClose();
            }}
          >
            Done
          </Button>
        </DialogFooter>
        <PrintedCodes codes={codes} owner={user?.label} />
      </Dialog>
      {question && (
        <ConfirmDialog
          title="Leave without saving the codes?"
          action="Leave anyway"
          pending={false}
          error={undefined}
          onConfirm={() => {
            question.confirm();
            onClose();
          }}
          onCancel={question.cancel}
        >
          <p>
            They can't be shown again. If you haven't saved them, you'll have to delete them and
            create new ones.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function CopyCodes({ text }: { readonly text: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <>
      <Button icon={copied ? <Check /> : <Copy />} onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
      {copied === false && (
        <p role="alert">
          Your browser blocked copying. Download or print the codes, or select them above.
        </p>
      )}
    </>
  );
}

interface PrintedCodesProps {
  readonly codes: readonly string[];
  readonly owner: string | undefined;
}

/** What is printed in place of the page. Hidden on the screen. */
function PrintedCodes({ codes, owner }: PrintedCodesProps) {
  return createPortal(
    <section className={styles.sheet} aria-hidden="true">
      <p className={styles.sheetTitle}>Patron recovery codes</p>
      <p>
        {owner} · {formatDate(new Date())}
      </p>
      <ol className={styles.sheetCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p>Each code works once. Cross it out after you use it.</p>
    </section>,
    document.body,
  );
}
