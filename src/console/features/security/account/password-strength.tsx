import { useEffect, useState } from 'react';
import { useCurrentUser } from '#console/session/current-user.ts';
import { PASSWORD_MIN_LENGTH } from '#contract/account/password.ts';
import type { estimateStrength, Strength } from './estimate-strength.ts';
import styles from './password-strength.module.css';

const LABELS: Record<Strength, string> = {
  0: 'Very easy to guess.',
  1: 'Easy to guess.',
  2: 'Could be guessed.',
  3: 'Hard to guess.',
  4: 'Very hard to guess.',
};

/** How hard a new password is to guess. Only a hint: the service decides what it accepts. */
export function PasswordStrength({ password }: { readonly password: string }) {
  const { data: user } = useCurrentUser();
  const estimate = useEstimate();
  const strength = estimate && password !== '' ? estimate(password, user?.email ?? '') : undefined;
  const isShort = [...password].length < PASSWORD_MIN_LENGTH;
  return (
    <span role="status" className={styles.strength}>
      {strength !== undefined && (
        <span data-weak={isShort || strength < 3 || undefined}>
          {isShort ? 'Too short.' : LABELS[strength]}
        </span>
      )}
    </span>
  );
}

/** The estimate is large, so it is loaded with the form. Without it there is no hint. */
function useEstimate() {
  const [estimate, setEstimate] = useState<typeof estimateStrength>();
  useEffect(() => {
    let isMounted = true;
    import('./estimate-strength.ts').then(
      (loaded) => isMounted && setEstimate(() => loaded.estimateStrength),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return estimate;
}
