import { findFactorKind } from '#console/features/security/factor-kinds.ts';
import { Dialog } from '#console/ui/overlay/dialog.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { ResendCode } from './resend-code.tsx';
import { VerifyForm } from './verify-form.tsx';

interface VerifySentCodeDialogProps {
  readonly factor: AuthenticationFactor;
  readonly onVerified: (factor: AuthenticationFactor) => void;
  readonly onClose: () => void;
}

const ON_ITS_WAY: Readonly<Record<string, string>> = {
  sms: 'We sent six digits by text to',
  voice: 'We call and read out six digits to',
  fax: 'We sent six digits by fax to',
};

/** Verifies a factor by the code that was sent to it. */
export function VerifySentCodeDialog({ factor, onVerified, onClose }: VerifySentCodeDialogProps) {
  const { channel, external_id: number } = factor.attributes;
  const what = findFactorKind(factor)?.numberLabel ?? 'Number';
  return (
    <Dialog
      title={`Verify your ${what.toLowerCase()}`}
      description={
        <>
          {ON_ITS_WAY[channel ?? ''] ?? 'We sent six digits to'} <strong>{number}</strong>. They are
          good for 10 minutes.
        </>
      }
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <VerifyForm
        factor={factor}
        attribute="challenge"
        wrongHint="Only the last code that was sent counts. After five wrong tries, have a new one sent."
        onVerified={onVerified}
        onClose={onClose}
      >
        <ResendCode factor={factor} />
      </VerifyForm>
    </Dialog>
  );
}
