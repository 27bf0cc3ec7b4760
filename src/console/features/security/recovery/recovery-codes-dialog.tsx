import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useCurrentUser } from '#console/session/current-user.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useLeaveGuard } from '#console/ui/form/use-leave-guard.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { CopyCodes } from './copy-codes.tsx';
import { downloadText } from './download-text.ts';
import styles from './recovery-codes-dialog.module.css';
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx';
import { recoveryCodesText } from './recovery-codes-text.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows recovery codes, which is done once only; leaves when they are saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { data: user } = useCurrentUser();
  const [isSaved, setIsSaved] = useState(false);
  // The way out that waits for an answer.
  const [leave, setLeave] = useState<() => void>();
  const text = recoveryCodesText(codes, user?.email, new Date());

  const ask = (wayOut: () => void) => setLeave(() => wayOut);
  useLeaveGuard(!isSaved, (wayOut) =>
    ask(() => {
      onClose();
      wayOut();
    }),
  );

  if (leave) {
    return (
      <ConfirmDialog
        title="Leave without saving the codes?"
        action="Leave"
        pending={false}
        error={undefined}
        onConfirm={leave}
        onCancel={() => setLeave(undefined)}
      >
        <p>
          They can't be shown again. Codes that nobody has kept are of no use: you would have to
          delete them and make new ones.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog
      title="Save your recovery codes"
      description="They are shown this once. Each signs you in one time, in place of a code of your other factors."
      closesOnBackdrop={false}
      onClose={isSaved ? onClose : () => ask(onClose)}
    >
      <ol aria-label="Recovery codes" className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        <CopyCodes text={text} />
        <Button icon={<Download />} onClick={() => downloadText('patron-recovery-codes.txt', text)}>
          Download
        </Button>
        <Button icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <label className={styles.gate}>
        <input
          type="checkbox"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.target.checked)}
        />
        I have saved them
      </label>
      <DialogFooter>
        <Button
          variant="primary"
          disabledReason={isSaved ? undefined : 'Save the codes first, then tick that you have'}
          onClick={onClose}
        >
          Done
        </Button>
      </DialogFooter>
      <RecoveryCodesSheet codes={codes} email={user?.email} />
    </Dialog>
  );
}
