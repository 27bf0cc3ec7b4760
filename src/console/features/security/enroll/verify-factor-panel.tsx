import {
  factorMethodName,
  factorName,
  findFactorKind,
  isOutOfBand,
  isPending,
} from '#console/features/security/factor-kinds.ts';
import { useSecurityOutlet } from '#console/features/security/security-outlet.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { hasNoId } from '#contract/reader.ts';
import { VerifyAppDialog } from './verify-app-dialog.tsx';
import { VerifySentCodeDialog } from './verify-sent-code-dialog.tsx';

export function VerifyFactorPanel() {
  const { factorId } = usePathParams();
  const { factors, created, onCreated } = useSecurityOutlet();
  const canRead = useMissingScope('authentication_factors:read') === undefined;
  const justCreated = created?.id === factorId ? created : undefined;
  // One that was sent without its id is found in the list.
  const isIt = (each: AuthenticationFactor) =>
    justCreated && hasNoId(justCreated)
      ? isPending(each) && findFactorKind(each) === findFactorKind(justCreated)
      : each.id === factorId;
  const factor = factors?.find(isIt) ?? justCreated;
  const close = useClosePanel(paths.security());

  function handleVerified(verified: AuthenticationFactor) {
    const standard = factors?.find(({ id, meta }) => meta?.default && id !== verified.id);
    const name = factorMethodName(verified);
    showSuccess(
      standard && !verified.meta?.default
        ? `${name} turned on. ${factorName(standard)} stays your default.`
        : `${name} turned on. You'll use ${name.endsWith('s') ? 'them' : 'it'} the next time you sign in.`,
    );
    close();
  }

  // The page under the dialog shows loading and errors.
  if (!factor && !factors && canRead) return null;
  if (!factor || !isPending(factor)) return <NothingToVerify factor={factor} onClose={close} />;
  if (isOutOfBand(factor)) {
    return <VerifySentCodeDialog factor={factor} onVerified={handleVerified} onClose={close} />;
  }
  return (
    <VerifyAppDialog
      key={factorId}
      factor={factor}
      provisioningUrl={justCreated?.attributes.provisioning_url ?? undefined}
      onVerified={handleVerified}
      onRestarted={onCreated}
      onClose={close}
    />
  );
}

interface NothingToVerifyProps {
  readonly factor: AuthenticationFactor | undefined;
  readonly onClose: () => void;
}

/** The factor was verified or deleted in another tab, or the URL is old. */
function NothingToVerify({ factor, onClose }: NothingToVerifyProps) {
  return (
    <Dialog
      title={factor ? 'Already verified' : 'Method not found'}
      description={
        factor
          ? `You can already sign in with it: ${factorName(factor)}.`
          : 'It was deleted, or it belongs to another user.'
      }
      size="small"
      onClose={onClose}
    >
      <DialogFooter>
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
