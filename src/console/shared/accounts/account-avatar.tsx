import { useState } from 'react';
import { initials } from '#console/lib/format/initials.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './account-avatar.module.css';
import { accountName, accountTypeOf } from './account-name.ts';
import { NetworkGlyph } from './network-glyph.tsx';

interface AccountAvatarProps {
  readonly account: Pick<Account, 'id' | 'attributes' | 'meta'>;
  /** The network's name. */
  readonly network: string;
  readonly size?: 24 | 48;
}

/** An account's picture, or else its initials, with its network's mark at the corner; a file server has only a mark. */
export function AccountAvatar({ account, network, size = 24 }: AccountAvatarProps) {
  const { image_url: url } = account.attributes;
  const [failedUrl, setFailedUrl] = useState<string>();
  const type = accountTypeOf(account);
  if (type === 'sftp') {
    return (
      <span className={styles.avatar} data-size={size} aria-hidden="true">
        <span className={styles.initials}>
          <NetworkGlyph type={type} label={network} />
        </span>
      </span>
    );
  }
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {url !== null && url !== failedUrl ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className={styles.picture}
          onError={() => setFailedUrl(url)}
        />
      ) : (
        <span className={styles.initials} data-initials={initials(accountName(account))} />
      )}
      {network !== '' && (
        <span className={styles.corner}>
          <NetworkGlyph type={type} label={network} />
        </span>
      )}
    </span>
  );
}
