import { QRCodeSVG } from 'qrcode.react';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import styles from './provisioning-code.module.css';
import { formatSecret, readSecret } from './provisioning-secret.ts';

export interface ProvisioningCodeProps {
  /** An otpauth address. */
  readonly provisioningUrl: string;
}

/** Modules of quiet ground around the code, by which cameras find it. */
const QUIET_ZONE = 3;

/** What an authenticator app is set up with: as a QR code, and as text for who can't scan. */
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
          <p className={styles.caption}>No camera? Type this into the app:</p>
          <CopyField label="Secret" value={secret} shown={formatSecret(secret)} />
        </>
      )}
    </div>
  );
}
