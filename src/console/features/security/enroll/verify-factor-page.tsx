import { useNavigate, useParams } from 'react-router';
import { factorName, isOutOfBand, isPending } from '#console/features/security/factor-kinds.ts';
import { useSecurityOutlet } from '#console/features/security/security-outlet.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { VerifyAppDialog } from './verify-app-dialog.tsx';
import { VerifySentCodeDialog } from './verify-sent-code-dialog.tsx';

/** The dialog in which a pending factor is verified, just created or taken up again. */
export function VerifyFactorPage() {
  const navigate = useNavigate();
  const { factorId } = useParams();
  const { showSuccess } = useToast();
  const { factors, created, onCreated } = useSecurityOutlet();
  const canRead = useScopeReason('authentication_factors:read') === undefined;
  const fresh = created?.id === factorId ? created : undefined;
  const factor = factors?.find(({ id }) => id === factorId) ?? fresh;
  const close = () => void navigate(paths.security(), { replace: true });

  function handleVerified(verified: AuthenticationFactor) {
    showSuccess(`${factorName(verified)} is on. You are asked for it when you sign in.`);
    close();
  }

  // The page beneath says that it is being read, or why it can't be.
  if (!factor && !factors && canRead) return null;
  if (!factor || !isPending(factor)) return <NothingToVerify factor={factor} onClose={close} />;
  if (isOutOfBand(factor)) {
    return <VerifySentCodeDialog factor={factor} onVerified={handleVerified} onClose={close} />;
  }
  return (
    <VerifyAppDialog
      key={factor.id}
      factor={factor}
      provisioningUrl={fresh?.attributes.provisioning_url ?? undefined}
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

/** Another tab may have been faster, or the address be an old one. */
function NothingToVerify({ factor, onClose }: NothingToVerifyProps) {
  return (
    <Dialog
      title={factor ? 'It is verified already' : "This factor isn't there"}
      description={
        factor
          ? `${factorName(factor)} is active, and you can sign in with it.`
          : 'It was deleted, or it is not one of yours.'
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
