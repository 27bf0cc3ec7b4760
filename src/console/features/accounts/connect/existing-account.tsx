import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { accountTypeOf } from '#console/shared/accounts/account-name.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { DialogFooter } from '#console/ui/overlay/dialog.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './connect-dialog.module.css';
import type { ConnectTarget } from './connect-target.ts';

interface ExistingAccountProps {
  readonly target: Extract<ConnectTarget, { type: 'account_new' }>;
  /** Undefined if the service didn't name the account. */
  readonly username: string | undefined;
  /** Opens the network's window; called in the click. */
  readonly onReauthorize: (account: Account) => void;
  readonly onClose: () => void;
}

/** The account is connected to the team already: nothing is wrong, and it can be reauthorized. */
export function ExistingAccount({
  target,
  username,
  onReauthorize,
  onClose,
}: ExistingAccountProps) {
  const teamId = useTeamId();
  const all = useQuery(allAccountsQuery(useApi(), teamId));
  const account = all.data?.rows.find(
    (account) =>
      accountTypeOf(account) === target.accountType && account.attributes.username === username,
  );
  const name =
    username === undefined ? `This ${target.label} account` : `${target.label} @${username}`;
  return (
    <>
      <p role="status" className={styles.content}>
        {name} is already connected to this team.
      </p>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <LinkButton
          to={account ? paths.account(teamId, account.id) : paths.accounts(teamId)}
          onClick={onClose}
        >
          {account ? 'View account' : 'See all accounts'}
        </LinkButton>
        {account && (
          <Button variant="primary" data-autofocus onClick={() => onReauthorize(account)}>
            Reauthorize it
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
