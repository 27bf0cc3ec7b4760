import { Clock, Network, ShieldAlert } from 'lucide-react';
import { use } from 'react';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { paths } from '#console/paths.ts';
import type { NamedTeam } from '#console/session/current-user.ts';
import { useSession } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Administrators } from '#console/ui/page/administrators.ts';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';

/** Replaces the pages of a team whose rules this session doesn't meet (decisions.md, 67). */
export function UnmetRulePage({ team }: { readonly team: NamedTeam }) {
  const { name } = team.attributes;
  return (
    <>
      <PageHeader title={name} />
      <Explanation name={name} rule={team.meta?.unmet_rule} />
    </>
  );
}

function Explanation({ name, rule }: { readonly name: string; readonly rule: string | undefined }) {
  const session = useSession();
  const administrators = use(Administrators);
  const signInAgain = () => void session.signIn(location.pathname + location.search);
  if (rule === 'second_step') {
    return (
      <EmptyState
        icon={<ShieldAlert />}
        title={`${name} requires a second step`}
        action={
          <>
            <LinkButton variant="primary" to={paths.security()}>
              Add a second step
            </LinkButton>
            <Button onClick={signInAgain}>Sign in again</Button>
          </>
        }
      >
        <p>
          Add a passkey, an authenticator app or a phone on your Security page, and you can use this
          team right away. If you have one already, sign in again with it.
        </p>
      </EmptyState>
    );
  }
  if (rule === 'session') {
    return (
      <EmptyState
        icon={<Clock />}
        title={`${name} requires a new sign-in`}
        action={
          <Button variant="primary" onClick={signInAgain}>
            Sign in again
          </Button>
        }
      >
        <p>You signed in longer ago than this team allows.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Network />} title={`${name} can't be used from this network`}>
      <p>Its administrators only allow certain networks. {askAdministrators(administrators)}</p>
    </EmptyState>
  );
}
