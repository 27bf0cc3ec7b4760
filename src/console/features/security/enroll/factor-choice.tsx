import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { FactorIcon } from '#console/features/security/factor-icon.tsx';
import type { FactorKind } from '#console/features/security/factor-kinds.ts';
import { Spinner } from '#console/ui/spinner.tsx';
import styles from './factor-choice.module.css';

interface FactorChoiceProps {
  readonly kind: FactorKind;
  /** Why it can't be chosen; shown instead of the description. */
  readonly disabledReason: string | undefined;
  /** It was chosen and is being created. */
  readonly pending: boolean;
  /** Gets the focus when the dialog opens. */
  readonly isFirst: boolean;
  readonly onChoose: () => void;
}

export function FactorChoice({
  kind,
  disabledReason,
  pending,
  isFirst,
  onChoose,
}: FactorChoiceProps) {
  const id = useId();
  const isDisabled = disabledReason !== undefined;
  return (
    <div className={styles.choice}>
      <FactorIcon kind={kind} />
      <div className={styles.text}>
        {/* The whole row is clickable, but only the name is the accessible name. */}
        <button
          type="button"
          className={styles.name}
          aria-describedby={id}
          aria-disabled={isDisabled || undefined}
          aria-busy={pending || undefined}
          data-autofocus={isFirst || undefined}
          onClick={isDisabled ? undefined : onChoose}
        >
          {kind.name}
        </button>
        <p id={id} className={styles.description}>
          {disabledReason ?? kind.description}
        </p>
      </div>
      {pending ? <Spinner /> : !isDisabled && <ChevronRight className={styles.chevron} />}
    </div>
  );
}
