import { Dialog } from '#console/ui/overlay/dialog.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { ProvisioningCode } from './provisioning-code.tsx';
import { RestartEnrollment } from './restart-enrollment.tsx';
import { VerifyForm } from './verify-form.tsx';

const FIRST = {
  title: 'Set up your authenticator app',
  description: 'Scan the QR code with your app, then enter the six-digit code it shows.',
};
const RESUMED = {
  title: 'Finish setting up your authenticator app',
  description:
    "The QR code can't be shown again. If you already added Patron to your app, enter the six-digit code it shows.",
};

interface VerifyAppDialogProps {
  readonly factor: AuthenticationFactor;
  /** The content of the QR code. Undefined after a reload: only the creation returns it. */
  readonly provisioningUrl: string | undefined;
  readonly onVerified: (factor: AuthenticationFactor) => void;
  /** Receives the factor that replaces this one. */
  readonly onRestarted: (factor: AuthenticationFactor) => void;
  readonly onClose: () => void;
}

export function VerifyAppDialog(props: VerifyAppDialogProps) {
  const { factor, provisioningUrl, onVerified, onRestarted, onClose } = props;
  const isFirst = provisioningUrl !== undefined;
  return (
    <Dialog {...(isFirst ? FIRST : RESUMED)} closesOnBackdrop={false} onClose={onClose}>
      {isFirst && <ProvisioningCode provisioningUrl={provisioningUrl} />}
      <VerifyForm
        factor={factor}
        attribute="otp_attempt"
        wrongHint="Each code works once, for 30 seconds. If new codes fail too, set your phone's clock to automatic."
        onVerified={onVerified}
        onClose={onClose}
      >
        {!isFirst && <RestartEnrollment factor={factor} onRestarted={onRestarted} />}
      </VerifyForm>
    </Dialog>
  );
}
