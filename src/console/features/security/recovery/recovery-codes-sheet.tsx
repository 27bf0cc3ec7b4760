import { createPortal } from 'react-dom';
import { formatDate } from '#console/lib/dates/format-date.ts';
import styles from './recovery-codes-sheet.module.css';

interface RecoveryCodesSheetProps {
  readonly codes: readonly string[];
  readonly email: string | undefined;
}

/** What is on the paper when recovery codes are printed: them, and nothing of the page. */
export function RecoveryCodesSheet({ codes, email }: RecoveryCodesSheetProps) {
  return createPortal(
    <section className={styles.sheet} aria-hidden="true">
      <p className={styles.title}>Patron recovery codes</p>
      <p>
        {email} · {formatDate(new Date())}
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p>Each signs you in once. Strike it out when you have used it.</p>
    </section>,
    document.body,
  );
}
