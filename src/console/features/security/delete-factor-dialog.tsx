import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import {
  type AuthenticationFactor,
  maskPhoneNumber,
} from '#contract/advocacy/authentication-factors.ts';
import { factorMethodName, factorName, isPending, isRecoveryCodes } from './factor-kinds.ts';
import { deleteFactor } from './factor-requests.ts';
import { invalidateFactors } from './factors-queries.ts';
import { nextDefault } from './usable-factors.ts';

interface DeleteFactorDialogProps {
  readonly factor: AuthenticationFactor;
  readonly factors: readonly AuthenticationFactor[];
  readonly onClose: () => void;
}

const METHOD_LABELS = { action: 'Remove method', error: "Couldn't remove this method" };
const CODES_LABELS = {
  action: 'Remove recovery codes',
  error: "Couldn't remove the recovery codes",
};

export function DeleteFactorDialog({ factor, factors, onClose }: DeleteFactorDialogProps) {
  const api = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const name = factorMethodName(factor);
  const labels = isRecoveryCodes(factor) ? CODES_LABELS : METHOD_LABELS;
  const mutation = useMutation({
    mutationFn: () => stepUp.withIdToken((idToken) => deleteFactor(api, factor.id, idToken)),
    onSuccess: async () => {
      await invalidateFactors(queryClient);
      showSuccess(`${name} removed`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${name.charAt(0).toLowerCase()}${name.slice(1)}?`}
      action={labels.action}
      pending={mutation.isPending}
      error={toUserFacingError(mutation.error, labels.error)}
      onConfirm={() => mutation.mutate()}
      onCancel={onClose}
    >
      <Consequences factor={factor} factors={factors} />
      {api.account && <p>We'll let you know by email.</p>}
    </ConfirmDialog>
  );
}

function Consequences({ factor, factors }: Omit<DeleteFactorDialogProps, 'onClose'>) {
  const { account } = useApi();
  if (isPending(factor)) return <p>It was never verified, so signing in doesn't change.</p>;
  if (isRecoveryCodes(factor)) return <p>Your unused codes will stop working.</p>;
  const next = nextDefault(factors, factor);
  if (!next) {
    return (
      <p>
        This is your last method. You'll sign in with <strong>only your password</strong>.
      </p>
    );
  }
  if (!factor.meta?.default) return <p>You can no longer use it to sign in.</p>;
  // Another service may choose another one.
  if (!account) return <p>This is your default method. Another one will become your default.</p>;
  return (
    <p>
      This is your default method. <strong>{numberedName(next)}</strong> will become your default.
    </p>
  );
}

/** The name with the masked number, if any: "Text message (+15•••34)". */
function numberedName(factor: AuthenticationFactor): string {
  const number = factor.attributes.external_id;
  return number ? `${factorName(factor)} (${maskPhoneNumber(number)})` : factorName(factor);
}
