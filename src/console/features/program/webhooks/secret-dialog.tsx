import { Button } from '#console/ui/button/button.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';

interface SecretDialogProps {
  readonly description: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a webhook's new secret, which is possible only once. */
export function SecretDialog({ description, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title="Copy your secret"
      description={description}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <CopyField label="Secret" value={secret} />
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
