import { useNavigate } from 'react-router';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  FACTOR_KINDS,
  type FactorKind,
  findFactorOfKind,
  isPending,
} from '#console/features/security/factor-kinds.ts';
import { useSecurityOutlet } from '#console/features/security/security-outlet.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { useClosePanel } from '#console/ui/overlay/use-close-panel.ts';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import styles from './choose-factor-panel.module.css';
import { FactorChoice } from './factor-choice.tsx';
import { newFactorAttributes, useCreateFactor } from './use-create-factor.ts';

export function ChooseFactorPanel() {
  const navigate = useNavigate();
  const { factors = [], onCreated } = useSecurityOutlet();
  const writeReason = useScopeReason('authentication_factors:write');
  const create = useCreateFactor({ onCreated });
  const createError = toUserFacingError(create.error, "Couldn't add this method");
  const close = useClosePanel(paths.security());

  function handleChoose(kind: FactorKind) {
    if (kind.numberLabel !== undefined) {
      void navigate(paths.newNumberFactor(kind.id), { replace: true });
    } else if (!create.isPending) {
      create.mutate(newFactorAttributes(kind));
    }
  }

  const disabledReasonOf = (kind: FactorKind) =>
    writeReason ?? inUseReason(findFactorOfKind(factors, kind));
  const firstAvailable = FACTOR_KINDS.find((kind) => disabledReasonOf(kind) === undefined);
  return (
    <Dialog
      title="Add method"
      description="You'll enter a code from it when you sign in."
      onClose={close}
    >
      {createError && <ErrorNotice error={createError} />}
      <ul className={styles.choices}>
        {FACTOR_KINDS.map((kind) => (
          <li key={kind.id}>
            <FactorChoice
              kind={kind}
              disabledReason={disabledReasonOf(kind)}
              pending={create.isPending && create.variables.type === kind.type}
              isFirst={kind === firstAvailable}
              onChoose={() => handleChoose(kind)}
            />
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** A user can have one factor of each kind (advocacy.md, Limits). */
function inUseReason(factor: AuthenticationFactor | undefined): string | undefined {
  if (!factor) return undefined;
  return isPending(factor)
    ? 'Already started. Verify or remove it in the list.'
    : 'Already set up.';
}
