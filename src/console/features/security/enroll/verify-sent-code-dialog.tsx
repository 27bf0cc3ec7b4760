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

const SENT_TEXTS: Readonly<Record<string, string>> = {
  sms: 'We sent a six-digit code by text to',
  voice: 'We sent a six-digit code by phone call to',
  fax: 'We sent a six-digit code by fax to',
};

export function VerifySentCodeDialog({ factor, onVerified, onClose }: VerifySentCodeDialogProps) {
  const { channel, external_id: number } = factor.attributes;
  const numberLabel = findFactorKind(factor)?.numberLabel ?? 'Number';
  return (
    <Dialog
      title={`Verify your ${numberLabel.toLowerCase()}`}
      description={
        <>
          {SENT_TEXTS[channel ?? ''] ?? 'We sent a six-digit code to'} <strong>{number}</strong>.
        </>
      }
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <VerifyForm
        factor={factor}
        attribute="challenge"
        wrongHint="Enter the latest code that you got, or send a new one."
        onVerified={onVerified}
        onClose={onClose}
      >
        <ResendCode factor={factor} />
      </VerifyForm>
    </Dialog>
  );
}
