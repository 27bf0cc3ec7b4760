import { useNavigate, useParams, useSearchParams } from 'react-router';
import { findAccountType } from '#console/features/accounts/account-type.ts';
import { paths } from '#console/paths.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { NewAccountForm } from './new-account-form.tsx';

/** The panel in which an account is connected whose type asks for something first. */
export function NewAccountPanel() {
  const { accountType: typeName } = useParams();
  const { accountTypes } = useConfig();
  const teamId = useTeamId();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const type = findAccountType(accountTypes, typeName);
  const close = () =>
    navigate({ pathname: paths.accounts(teamId), search: `${params}` }, { replace: true });

  if (!type) {
    return (
      <SidePanel title="Connect account" onClose={close}>
        <SidePanelBody>
          <p>
            Accounts of the type <code>{typeName}</code> can't be connected here.
          </p>
        </SidePanelBody>
      </SidePanel>
    );
  }
  return <NewAccountForm key={type.type} type={type} onClose={close} />;
}
