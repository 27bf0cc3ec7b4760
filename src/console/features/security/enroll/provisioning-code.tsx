import { QRCodeSVG } from 'qrcode.react';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import styles from './provisioning-code.module.css';

export interface ProvisioningCodeProps {
  /** An otpauth URL. */
  readonly provisioningUrl: string;
}

/** Empty modules around the code, which cameras need to find it. */
const QUIET_ZONE = 3;

/** The secret of an authenticator app as a QR code, and as text for users who can't scan it. */
export function ProvisioningCode({ provisioningUrl }: ProvisioningCodeProps) {
  const secret = readSecret(provisioningUrl);
  return (
    <div className={styles.provisioning}>
      <QRCodeSVG
        title="QR code"
        value={provisioningUrl}
        level="M"
        marginSize={QUIET_ZONE}
        className={styles.code}
      />
      {secret !== undefined && (
        <>
          <p className={styles.caption}>Can't scan it? Enter this secret in your app:</p>
          <CopyField label="Secret" value={secret} shown={formatSecret(secret)} />
        </>
      )}
    </div>
  );
}

/** The secret of an otpauth URL in upper case; undefined if there is none. */
export function readSecret(provisioningUrl: string): string | undefined {
  return URL.parse(provisioningUrl)?.searchParams.get('secret')?.toUpperCase() || undefined;
}

/** Splits a secret into groups of four, for reading and typing. */
export function formatSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
