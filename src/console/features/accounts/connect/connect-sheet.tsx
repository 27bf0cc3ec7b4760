import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#console/paths.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { NetworkGlyph } from '#console/shared/accounts/network-glyph.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { AccountType } from '#contract/gateway/config.ts';
import styles from './connect-sheet.module.css';
import type { ConnectTarget } from './connect-target.ts';

interface ConnectSheetProps {
  /** Opens the network's window; called in the click. */
  readonly onConnect: (target: ConnectTarget) => void;
  readonly onClose: () => void;
}

export function ConnectSheet({ onConnect, onClose }: ConnectSheetProps) {
  const { accountTypes } = useConfig();
  const teamId = useTeamId();
  const navigate = useNavigate();
  const [params] = useSearchParams();

  function handleChoose({ type, label, fields }: AccountType) {
    onClose();
    // Values that the type needs come before the network's window.
    if (fields.length > 0) {
      void navigate({ pathname: paths.newAccount(teamId, type), search: `${params}` });
    } else onConnect({ type: 'account_new', accountType: type, label });
  }

  const tiles = (connect: AccountType['connect']) =>
    accountTypes
      .filter((type) => type.connect === connect)
      .map((type) => (
        <li key={type.type}>
          <button type="button" className={styles.tile} onClick={() => handleChoose(type)}>
            <NetworkGlyph type={type.type} label={type.label} />
            {type.label}
          </button>
        </li>
      ));
  const networks = tiles('authorize');
  const servers = tiles('credentials');
  return (
    <Dialog
      title="Connect account"
      description="Choose a network to sign in to, or enter credentials."
      onClose={onClose}
    >
      {networks.length > 0 && (
        <ul aria-label="Networks" className={styles.tiles}>
          {networks}
        </ul>
      )}
      {servers.length > 0 && (
        <>
          <h3 className={styles.heading}>Enter credentials</h3>
          <ul aria-label="Enter credentials" className={styles.tiles}>
            {servers}
          </ul>
        </>
      )}
      <p className={styles.note}>Not listed? Ask your Patron administrator to add it.</p>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
