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
import { useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import styles from './choose-factor-page.module.css';
import { FactorChoice } from './factor-choice.tsx';
import { newFactorAttributes, useCreateFactor } from './use-create-factor.ts';

/** The dialog in which the kind of a new factor is chosen. */
export function ChooseFactorPage() {
  const navigate = useNavigate();
  const { factors = [], onCreated } = useSecurityOutlet();
  const writeReason = useScopeReason('authentication_factors:write');
  const create = useCreateFactor({ onCreated });
  const problem = toUserFacingError(create.error, "The factor wasn't added");
  const close = () => void navigate(paths.security(), { replace: true });

  function handleChoose(kind: FactorKind) {
    if (kind.numberLabel !== undefined) {
      void navigate(paths.newNumberFactor(kind.id), { replace: true });
    } else if (!create.isPending) {
      create.mutate(newFactorAttributes(kind));
    }
  }

  const reasonOf = (kind: FactorKind) => writeReason ?? usedReason(findFactorOfKind(factors, kind));
  const first = FACTOR_KINDS.find((kind) => reasonOf(kind) === undefined);
  return (
    <Dialog
      title="Add a factor"
      description="What you have beside your password when you sign in."
      onClose={close}
    >
      {problem && <ErrorNotice error={problem} />}
      <ul className={styles.choices}>
        {FACTOR_KINDS.map((kind) => (
          <li key={kind.id}>
            <FactorChoice
              kind={kind}
              disabledReason={reasonOf(kind)}
              pending={create.isPending && create.variables.type === kind.type}
              first={kind === first}
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

/** A person has at most one factor of a kind (advocacy.md, Limits). */
function usedReason(factor: AuthenticationFactor | undefined): string | undefined {
  if (!factor) return undefined;
  return isPending(factor)
    ? 'Begun already: verify it in the list, or delete it there.'
    : 'You have it already. Delete it to set it up anew.';
}
