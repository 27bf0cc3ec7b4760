import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { Dialog } from '#console/ui/dialog.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import type { ProvisioningCodeProps } from './provisioning-code.tsx';
import { StartAgain } from './start-again.tsx';
import { VerifyForm } from './verify-form.tsx';

const provisioningCode = lazyComponent<ProvisioningCodeProps>(
  async () => (await import('./provisioning-code.tsx')).ProvisioningCode,
);

interface VerifyAppDialogProps {
  readonly factor: AuthenticationFactor;
  /** What the app reads. Undefined once the page was loaded anew: it is told only once. */
  readonly provisioningUrl: string | undefined;
  readonly onVerified: (factor: AuthenticationFactor) => void;
  /** Takes the factor that was made in this one's place. */
  readonly onRestarted: (factor: AuthenticationFactor) => void;
  readonly onClose: () => void;
}

/** Sets up an authenticator app: the QR code and the secret, then the digits that the app shows. */
export function VerifyAppDialog(props: VerifyAppDialogProps) {
  const { factor, provisioningUrl, onVerified, onRestarted, onClose } = props;
  const form = (above: ReactNode) => (
    <>
      {above}
      <VerifyForm
        factor={factor}
        attribute="otp_attempt"
        wrongHint="Each is good for 30 seconds, and once. If new ones fail too, set the phone's clock to automatic."
        onVerified={onVerified}
        onClose={onClose}
      />
    </>
  );
  if (provisioningUrl !== undefined) {
    return (
      <Dialog
        title="Add an authenticator app"
        description="Scan the code with the app, then type the six digits it shows."
        closesOnBackdrop={false}
        onClose={onClose}
      >
        {form(
          <Suspense fallback={<Skeleton height={244} />}>
            <provisioningCode.Component provisioningUrl={provisioningUrl} />
          </Suspense>,
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Finish your authenticator app"
      description="Its QR code was shown once, to keep it safe, and can't be shown again. If the app has Patron already, type the six digits it shows."
      closesOnBackdrop={false}
      onClose={onClose}
    >
      {form(<StartAgain factor={factor} onRestarted={onRestarted} />)}
    </Dialog>
  );
}
