import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { FactorIcon } from '#console/features/security/factor-icon.tsx';
import type { FactorKind } from '#console/features/security/factor-kinds.ts';
import { Spinner } from '#console/ui/spinner.tsx';
import styles from './factor-choice.module.css';

interface FactorChoiceProps {
  readonly kind: FactorKind;
  /** Why it can't be chosen; it stands in the place of what it takes. */
  readonly disabledReason: string | undefined;
  /** It was chosen, and is being created. */
  readonly pending: boolean;
  /** Has the focus when the dialog opens. */
  readonly first: boolean;
  readonly onChoose: () => void;
}

/** A kind of factor to choose, by one press. */
export function FactorChoice({
  kind,
  disabledReason,
  pending,
  first,
  onChoose,
}: FactorChoiceProps) {
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <div className={styles.choice}>
      <FactorIcon kind={kind} />
      <div className={styles.words}>
        {/* The whole choice is its target, but only the name is its name. */}
        <button
          type="button"
          className={styles.name}
          aria-describedby={id}
          aria-disabled={isOff || undefined}
          aria-busy={pending || undefined}
          data-autofocus={first || undefined}
          onClick={isOff ? undefined : onChoose}
        >
          {kind.name}
        </button>
        <p id={id} className={styles.description}>
          {disabledReason ?? kind.description}
        </p>
      </div>
      {pending ? <Spinner /> : !isOff && <ChevronRight className={styles.chevron} />}
    </div>
  );
}
