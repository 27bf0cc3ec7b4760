import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { FormShell } from '#console/ui/form/form-shell.tsx';
import { DefaultExperienceForm } from './default-experience-form.tsx';
import { domainsQuery } from './domains-queries.ts';

const TITLE = 'Set default experience';

/** The panel in which the experience at the root of a domain is chosen. */
export function DefaultExperiencePanel() {
  const teamId = useTeamId();
  const { domainId } = useParams();
  const navigate = useNavigate();
  const list = useQuery(domainsQuery(useApi(), teamId));
  const domain = list.data?.domains.find(({ id }) => id === domainId);
  const close = () => void navigate(paths.domains(teamId), { replace: true });

  if (!list.data || !domain) {
    const missing = {
      title: "This domain isn't there",
      detail: 'It may have been deleted, or you may have no access to it.',
    };
    return (
      <FormShell
        title={TITLE}
        loading={list.isPending}
        submitError={
          toUserFacingError(list.error, "The domain couldn't be read") ?? (list.data && missing)
        }
        submitting={false}
        submitLabel="Save"
        disabledReason="There is no domain to save it for"
        dirty={false}
        onSubmit={(event) => event.preventDefault()}
        onClose={close}
      >
        {null}
      </FormShell>
    );
  }
  return (
    <DefaultExperienceForm
      title={TITLE}
      domain={domain}
      experiences={list.data.experiences}
      onClose={close}
    />
  );
}
