import { Button } from '#console/ui/button/button.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';

export interface SecretDialogProps {
  /** "Copy your key". */
  readonly title: string;
  /** Says where to store it. */
  readonly description: string;
  /** "API key". */
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
}

/** Shows a new key or secret, which is possible only once. */
export function SecretDialog({ title, description, label, value, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} description={description} closesOnBackdrop={false} onClose={onClose}>
      <CopyField label={label} value={value} />
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
