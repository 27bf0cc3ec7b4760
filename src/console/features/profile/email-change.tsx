import styles from './email-change.module.css';

interface EmailChangeProps {
  readonly from: string;
  readonly to: string;
}

/** The address as it is and as it will be, to look over before it is saved. */
export function EmailChange({ from, to }: EmailChangeProps) {
  return (
    <div className={styles.change}>
      <dl className={styles.addresses}>
        <dt>Now</dt>
        <dd>
          <s>{from}</s>
        </dd>
        <dt>Then</dt>
        <dd>
          <strong>{to}</strong>
        </dd>
      </dl>
      <p className={styles.consequences}>
        You sign in with the new one from then on, and codes by email go there. Both are told of the
        change.
      </p>
    </div>
  );
}
