import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { maskNumber } from './enroll/factor-numbers.ts';
import { factorName, isPending } from './factor-kinds.ts';
import { nextDefault, usableFactors } from './usable-factors.ts';
import { useDeleteFactor } from './use-delete-factor.ts';

interface DeleteFactorDialogProps {
  readonly factor: AuthenticationFactor;
  /** All that the person has. */
  readonly factors: readonly AuthenticationFactor[];
  readonly onClose: () => void;
}

/** Asks before a factor is deleted, and names the one that becomes the default. */
export function DeleteFactorDialog({ factor, factors, onClose }: DeleteFactorDialogProps) {
  const { showSuccess } = useToast();
  const name = factorName(factor);
  const remove = useDeleteFactor(factor.id, () => {
    showSuccess(`${name} is deleted.`);
    onClose();
  });
  return (
    <ConfirmDialog
      title={`Delete the factor “${name}”?`}
      action="Delete factor"
      pending={remove.isPending}
      error={toUserFacingError(remove.error, "The factor wasn't deleted")}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Consequences factor={factor} factors={factors} />
      <p>You will be told by email that it was removed.</p>
    </ConfirmDialog>
  );
}

function Consequences({ factor, factors }: Omit<DeleteFactorDialogProps, 'onClose'>) {
  if (isPending(factor)) return <p>It was never verified, so your sign-in stays as it is.</p>;
  if (factor.attributes.type === 'recovery_code') {
    return <p>All ten codes stop working, wherever they are kept.</p>;
  }
  const next = nextDefault(factors, factor);
  if (!next) {
    return (
      <p>
        It is the last factor that is asked for: your <strong>password alone</strong> signs you in
        then.
      </p>
    );
  }
  if (!factor.meta?.default) return <p>It is no longer offered when you sign in.</p>;
  const rest = usableFactors(factors).length - 1;
  return (
    <p>
      It is your default. <strong>{labelOf(next)}</strong> becomes the default
      {rest > 1 && ', as the oldest of the others'}, and is asked for when you sign in.
    </p>
  );
}

function labelOf(factor: AuthenticationFactor): string {
  const number = factor.attributes.external_id;
  return number ? `${factorName(factor)} (${maskNumber(number)})` : factorName(factor);
}
