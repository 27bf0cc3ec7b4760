import { Suspense } from 'react';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { Dialog } from '#console/ui/overlay/dialog.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import type { ProvisioningCodeProps } from './provisioning-code.tsx';
import { RestartEnrollment } from './restart-enrollment.tsx';
import { VerifyForm } from './verify-form.tsx';

const provisioningCode = lazyComponent<ProvisioningCodeProps>(
  async () => (await import('./provisioning-code.tsx')).ProvisioningCode,
);

/** Of the QR code and the secret, so that the dialog keeps its size when they come, in px. */
const CODE_HEIGHT = 284;

const FIRST = {
  title: 'Add an authenticator app',
  description: 'Scan the code with the app, then type the six digits it shows.',
};
const RESUMED = {
  title: 'Finish your authenticator app',
  description:
    "Its QR code was shown once, to keep it safe, and can't be shown again. If the app has Patron already, type the six digits it shows.",
};

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
  const isFirst = provisioningUrl !== undefined;
  return (
    <Dialog {...(isFirst ? FIRST : RESUMED)} closesOnBackdrop={false} onClose={onClose}>
      {isFirst && (
        <Suspense fallback={<Skeleton height={CODE_HEIGHT} />}>
          <provisioningCode.Component provisioningUrl={provisioningUrl} />
        </Suspense>
      )}
      <VerifyForm
        factor={factor}
        attribute="otp_attempt"
        wrongHint="Each is good for 30 seconds, and once. If new ones fail too, set the phone's clock to automatic."
        onVerified={onVerified}
        onClose={onClose}
      >
        {!isFirst && <RestartEnrollment factor={factor} onRestarted={onRestarted} />}
      </VerifyForm>
    </Dialog>
  );
}
